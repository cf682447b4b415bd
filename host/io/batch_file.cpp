// See batch_file.hpp. Compressed rows are held whole: they are small beside their results.
#include "io/batch_file.hpp"

#include "base/text.hpp"
#include "io/ascii.hpp"

namespace apsp {
namespace {

class ArcsFile final : public BatchFile {
  public:
    ArcsFile(BatchArcs arcs, std::string name) : arcs_(std::move(arcs)), name_(std::move(name)) {
        try {
            GraphBatch::from_csr(arcs_.first_vertex, arcs_.first_arc, arcs_.targets);
        } catch (const Error& error) {
            throw Error(error.kind(), name_ + ": " + error.what());
        }
    }

    std::size_t size() const override { return arcs_.first_vertex.size() - 1; }
    std::size_t vertices(std::size_t graph) const override {
        return static_cast<std::size_t>(arcs_.first_vertex[graph + 1] - arcs_.first_vertex[graph]);
    }
    std::size_t arcs() const override { return arcs_.targets.size(); }
    std::size_t slice_bytes(std::size_t graph) const override {
        return (vertices(graph) + 1) * 2 * sizeof(std::int64_t);
    }

    GraphBatch slice(Range graphs) override {
        copy(arcs_.first_vertex, graphs, first_vertex_);
        const Range vertices = {static_cast<std::size_t>(arcs_.first_vertex[graphs.first]),
                                static_cast<std::size_t>(arcs_.first_vertex[graphs.last])};
        copy(arcs_.first_arc, vertices, first_arc_);
        first_ = static_cast<std::size_t>(arcs_.first_arc[vertices.first]);
        const auto count = static_cast<std::size_t>(first_arc_.back());
        const char* const weights =
            arcs_.weights.empty() ? nullptr
                                  : arcs_.weights.data() + first_ * size_of(arcs_.weight_dtype);
        return GraphBatch::from_csr(first_vertex_, first_arc_,
                                    std::span(arcs_.targets).subspan(first_, count),
                                    {arcs_.weight_dtype, weights});
    }

    std::size_t arc_number(std::size_t number) const override {
        const std::size_t place = first_ + number;
        return arcs_.numbers.empty() ? place : arcs_.numbers[place];
    }

  private:
    /// Places from first to last, counted from the first.
    static void copy(const std::vector<std::int64_t>& all, Range range,
                     std::vector<std::int64_t>& part) {
        part.clear();
        for (std::size_t k = range.first; k <= range.last; ++k) {
            part.push_back(all[k] - all[range.first]);
        }
    }

    BatchArcs arcs_;
    std::string name_;
    std::vector<std::int64_t> first_vertex_, first_arc_;  // of the slice
    std::size_t first_ = 0;
};

}  // namespace

std::unique_ptr<BatchFile> open_batch(const std::filesystem::path& path,
                                      const BatchReadOptions& options,
                                      const FileProgress& progress) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        return std::make_unique<ArcsFile>(read_tudataset(path, options, progress), path.string());
    }
    if (options.weight_column) {
        throw Error(
            ErrorKind::usage,
            path.string() + ": ReadOptions::weight_column is only for the folder of a TUDataset");
    }
    auto file = std::make_unique<InputFile>(path, progress);
    const std::string_view bytes = file->head();
    if (bytes.starts_with("\x93NUMPY")) return open_npy_batch(std::move(file), options.unweighted);
    if (!bytes.starts_with("PK")) {
        file->fail("a 3-D .npy, an .npz of compressed rows or a TUDataset's folder",
                   "a file of another kind");
    }
    return std::make_unique<ArcsFile>(read_npz_batch(*file, options.unweighted), path.string());
}

}  // namespace apsp

// Near pairs as SciPy's sparse matrix, as a Matrix Market file of coordinates, or as lines.
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "apsp/near_pairs.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"
#include "io/number_text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {
namespace {

/// SciPy's compressed rows, which come in any order.
class SparseFile : public NearSink {
  public:
    explicit SparseFile(std::filesystem::path path) : path_(std::move(path)) {}

    void begin(const NearPairs& sizes) override {
        const std::size_t rows = sizes.rows.size();
        ends_.resize(rows + 1);
        for (std::size_t r = 0; r < rows; ++r) ends_[r + 1] = ends_[r] + sizes.rows[r].size;
        // SciPy wants indices and their pointers of one type.
        wide_ = ends_.back() > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
        element_ = size_of(sizes.dtype);
        file_.emplace(path_,
                      std::vector<NpzWriter::Array>{{"format", "|S3", {}}, {"shape", "<i8", {2}}});
        const std::int64_t shape[] = {static_cast<std::int64_t>(rows),
                                      static_cast<std::int64_t>(sizes.n)};
        file_->append(0, "csr", 3);
        file_->append(1, shape, sizeof shape);
        const auto add = [&](auto index, const char* type) {
            const std::vector<decltype(index)> ends(ends_.begin(), ends_.end());
            file_->append(file_->add({"indptr", type, {ends.size()}}), ends.data(),
                          ends.size() * sizeof index);
            indices_ = file_->add({"indices", type, {ends_.back()}});
        };
        wide_ ? add(std::int64_t{}, "<i8") : add(std::int32_t{}, "<i4");
        data_ = file_->add({"data", numpy_type(sizes.dtype), {ends_.back()}});
        checksums_.resize(rows);
    }

    void take(std::size_t row, const NearPairs::Row& pairs) override {
        const std::span targets(pairs.targets, pairs.size);
        const auto put = [&](const auto& indices) {
            const std::size_t bytes = sizeof *indices.data();
            return file_->put(indices_, ends_[row] * bytes, indices.data(), pairs.size * bytes);
        };
        checksums_[row] = {
            wide_ ? put(std::vector<std::int64_t>(targets.begin(), targets.end())) : put(targets),
            file_->put(data_, ends_[row] * element_, pairs.distances, pairs.size * element_)};
    }

    void end() override {
        // Each array's checksum is made of its rows'.
        parallel_for({0, 2}, 1e9, [&](std::size_t which) {
            const std::size_t bytes = which == 0 ? (wide_ ? 8 : 4) : element_;
            for (std::size_t row = 0; row < checksums_.size(); ++row) {
                file_->join(which == 0 ? indices_ : data_, checksums_[row][which],
                            (ends_[row + 1] - ends_[row]) * bytes);
            }
        });
        file_->commit();
    }

  private:
    std::filesystem::path path_;
    std::optional<NpzWriter> file_;
    std::vector<std::uint64_t> ends_;
    bool wide_ = false;
    std::size_t element_ = 0, indices_ = 0, data_ = 0;
    std::vector<std::array<std::uint32_t, 2>> checksums_;
};

/// Calls name(vertex) for what stands at the beginning of a row's lines and in the middle of each.
template <class Name>
void write_lines(const NearPairs& near, std::span<const std::size_t> sources, char separator,
                 const Name& name, OutputFile& file) {
    visit(near.dtype, [&](auto zero) {
        using T = decltype(zero);
        const NumberWriter<T> write(Semiring::min_plus);
        for (std::size_t row = 0; row < near.rows.size(); ++row) {
            const std::string source = name(sources.empty() ? row : sources[row]) + separator;
            const auto targets = near.targets(row);
            const auto distances = near.distances<T>(row);
            for (std::size_t k = 0; k < targets.size(); ++k) {
                file.append(source);
                file.append(name(targets[k]));
                file.append({&separator, 1});
                char* const begin = file.room(kLongestNumber);
                char* const end = write(begin, distances[k]);
                *end = '\n';
                file.advance(static_cast<std::size_t>(end + 1 - begin));
            }
        }
    });
}

}  // namespace

std::unique_ptr<NearSink> near_file(const std::filesystem::path& path) {
    if (matrix_format_of(path, {}) != MatrixFormat::npz) return nullptr;
    return std::make_unique<SparseFile>(path);
}

void write_near_pairs(const NearPairs& near, const std::filesystem::path& path,
                      const WriteOptions& options) {
    const MatrixFormat format = matrix_format_of(path, options);
    if (format == MatrixFormat::npz) {
        SparseFile file(path);
        return near.give(file);
    }
    const Labels none;
    const Labels& labels = options.labels != nullptr ? *options.labels : none;
    OutputFile file(path);
    if (format == MatrixFormat::matrix_market) {
        file.append(fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                                is_integral(near.dtype) ? "integer" : "real", near.rows.size(),
                                near.n, near.size()));
        // A row's number is its place, as in the array.
        write_lines(
            near, {}, ' ', [](std::size_t number) { return fmt::format("{}", number + 1); }, file);
    } else {
        const char separator = format == MatrixFormat::csv ? ',' : '\t';
        file.append(fmt::format("source{0}target{0}distance\n", separator));
        write_lines(
            near, options.sources, separator,
            [&](std::size_t vertex) { return table_field(labels.name(vertex), separator); }, file);
    }
    file.commit();
}

void write_near_counts(const NearPairs& near, const std::filesystem::path& path,
                       const WriteOptions& options) {
    const char separator = separator_by_suffix(path);
    const Labels none;
    const Labels& labels = options.labels != nullptr ? *options.labels : none;
    OutputFile file(path);
    file.append(fmt::format("source{}pairs\n", separator));
    for (std::size_t row = 0; row < near.rows.size(); ++row) {
        const std::size_t vertex = options.sources.empty() ? row : options.sources[row];
        file.append(fmt::format("{}{}{}\n", table_field(labels.name(vertex), separator), separator,
                                near.rows[row].size));
    }
    file.commit();
}

void check_near_writable(const std::filesystem::path& path, const WriteOptions& options) {
    const MatrixFormat format = matrix_format_of(path, options);
    if (format == MatrixFormat::npy || format == MatrixFormat::bin32) {
        throw Error(
            ErrorKind::usage,
            fmt::format("{}: near pairs are written as .npz, .mtx, .csv or .tsv", path.string()));
    }
    WriteOptions as_sparse;
    as_sparse.format = MatrixFormat::npz;
    if (format == MatrixFormat::npz) return check_writable(path, as_sparse);
    check_folder(path);
}

}  // namespace apsp

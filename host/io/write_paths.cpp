// Writes only the paths that exist and are not too long: as lines, or as SciPy's sparse matrix.
// https://docs.scipy.org/doc/scipy/reference/generated/scipy.sparse.save_npz.html
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"
#include "io/number_text.hpp"
#include "io/table.hpp"

namespace apsp {
namespace {

/// The paths in the rows of a matrix, one part after the other.
class PathRows {
  public:
    PathRows(const WriteOptions& options, const Selection& selection)
        : options_(options), selection_(selection) {}

    /// Calls f(source, column, distance) for each path, and end_of_row() after each row.
    template <class T, class F, class End>
    void for_each(const MatrixPart& part, const FileProgress& progress, F&& f, End&& end_of_row) {
        const T none = zero<T>(options_.semiring);
        const std::size_t columns = part.columns();
        ProgressMeter meter(progress, part.rows() * columns * sizeof(T));
        std::vector<T> buffer;
        for (std::size_t i = 0; i < part.rows(); ++i) {
            const auto row = part.row<T>(i, buffer);
            const std::size_t source = source_of(row_++);
            for (std::size_t j = 0; j < columns; ++j) {
                if (row[j] == none || vertex(selection_.columns, j) == source) continue;
                if (static_cast<double>(row[j]) > options_.max_distance) continue;
                f(source, j, row[j]);
            }
            end_of_row();
            meter.at((i + 1) * columns * sizeof(T));
        }
    }
    std::size_t target_of(std::size_t column) const { return vertex(selection_.columns, column); }

  private:
    static std::size_t vertex(const std::vector<std::size_t>& chosen, std::size_t k) {
        return chosen.empty() ? k : chosen[k];
    }
    std::size_t source_of(std::size_t row) const {
        if (!options_.sources.empty()) return options_.sources[row];
        return vertex(selection_.rows, row);
    }

    const WriteOptions options_;
    const Selection& selection_;
    std::size_t row_ = 0;
};

class ListWriter final : public PathWriter {
  public:
    ListWriter(const std::filesystem::path& path, char separator, const WriteOptions& options,
               const Selection& selection)
        : file_(path),
          rows_(options, selection),
          separator_(separator),
          labels_(options.labels != nullptr ? *options.labels : none_) {
        file_.append(fmt::format("source{0}target{0}distance\n", separator));
    }

    void add(const MatrixPart& part, const FileProgress& progress) override {
        visit(part.dtype(), [&](auto element) {
            using T = decltype(element);
            const NumberWriter<T> write(part.semiring());
            rows_.for_each<T>(
                part, progress,
                [&](std::size_t source, std::size_t column, T distance) {
                    if (source != source_) {
                        source_ = source;
                        source_name_ = table_field(labels_.name(source), separator_) + separator_;
                    }
                    file_.append(source_name_);
                    file_.append(table_field(labels_.name(rows_.target_of(column)), separator_));
                    file_.append({&separator_, 1});
                    char* const begin = file_.room(kLongestNumber);
                    char* const end = write(begin, distance);
                    *end = '\n';
                    file_.advance(static_cast<std::size_t>(end + 1 - begin));
                },
                [] {});
        });
    }
    void commit() override { file_.commit(); }

  private:
    OutputFile file_;
    PathRows rows_;
    char separator_;
    const Labels none_;
    const Labels& labels_;
    std::size_t source_ = static_cast<std::size_t>(-1);
    std::string source_name_;
};

class SparseWriter final : public PathWriter {
  public:
    SparseWriter(const std::filesystem::path& path, std::size_t rows, std::size_t columns,
                 Dtype dtype, const WriteOptions& options, const Selection& selection)
        : rows_(options, selection),
          shape_{static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns)},
          dtype_(dtype),
          file_(path, {{"format", "|S3", {}}, {"shape", "<i8", {2}}}) {
        file_.append(0, "csr", 3);
        file_.append(1, shape_, sizeof shape_);
    }

    void add(const MatrixPart& part, const FileProgress& progress) override {
        visit(part.dtype(), [&](auto element) {
            using T = decltype(element);
            rows_.for_each<T>(
                part, progress,
                [&](std::size_t, std::size_t column, T distance) {
                    indices_.push_back(static_cast<std::int32_t>(column));
                    const char* const bytes = reinterpret_cast<const char*>(&distance);
                    data_.insert(data_.end(), bytes, bytes + sizeof distance);
                },
                [&] { ends_.push_back(static_cast<std::int64_t>(indices_.size())); });
        });
    }
    void commit() override {
        const bool narrow = indices_.size() <= std::numeric_limits<std::int32_t>::max();
        if (narrow) {  // SciPy wants indices and their pointers of one type
            write("indptr", "<i4", std::vector<std::int32_t>(ends_.begin(), ends_.end()));
            write("indices", "<i4", indices_);
        } else {
            write("indptr", "<i8", ends_);
            write("indices", "<i8", std::vector<std::int64_t>(indices_.begin(), indices_.end()));
        }
        const auto data = file_.add({"data", numpy_type(dtype_), {indices_.size()}});
        file_.append(data, data_.data(), data_.size());
        file_.commit();
    }

  private:
    template <class T>
    void write(const char* name, const char* type, const std::vector<T>& values) {
        file_.append(file_.add({name, type, {values.size()}}), values.data(),
                     values.size() * sizeof(T));
    }

    PathRows rows_;
    std::int64_t shape_[2];
    Dtype dtype_;
    NpzWriter file_;
    std::vector<std::int64_t> ends_ = {0};
    std::vector<std::int32_t> indices_;
    std::vector<char> data_;
};

}  // namespace

std::unique_ptr<PathWriter> list_writer(const std::filesystem::path& path, char separator,
                                        const WriteOptions& options, const Selection& selection) {
    return std::make_unique<ListWriter>(path, separator, options, selection);
}

std::unique_ptr<PathWriter> sparse_writer(const std::filesystem::path& path, std::size_t rows,
                                          std::size_t columns, Dtype dtype,
                                          const WriteOptions& options, const Selection& selection) {
    return std::make_unique<SparseWriter>(path, rows, columns, dtype, options, selection);
}

}  // namespace apsp

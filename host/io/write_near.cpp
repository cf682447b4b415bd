// Near pairs as SciPy's sparse matrix, as a Matrix Market file of coordinates, or as lines.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
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

/// SciPy's compressed rows, which come in runs, in any order.
class SparseFile : public NearSink {
  public:
    SparseFile(std::filesystem::path path, PairValue value)
        : path_(std::move(path)), value_(value) {}

    void begin(const NearPairs& sizes) override {
        const std::size_t rows = sizes.rows.size();
        ends_.resize(rows + 1);
        for (std::size_t r = 0; r < rows; ++r) ends_[r + 1] = ends_[r] + sizes.rows[r].size;
        // SciPy wants indices and their pointers of one type.
        wide_ = ends_.back() > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
        const Dtype dtype = value_ == PairValue::distance ? sizes.dtype : Dtype::i32;
        element_ = size_of(dtype);
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
        data_ = file_->add({"data", numpy_type(dtype), {ends_.back()}});
        runs_.resize(rows);
    }

    void take(std::size_t first, std::span<const NearPairs::Row> rows) override {
        Run& run = runs_[first];
        run.last = first + rows.size();
        run.targets = wide_ ? put_targets<std::int64_t>(first, rows)
                            : put_targets<std::uint32_t>(first, rows);
        std::vector<std::byte> values((ends_[run.last] - ends_[first]) * element_);
        std::byte* next = values.data();
        for (const NearPairs::Row& row : rows) {
            const void* const data =
                value_ == PairValue::distance ? row.distances : row.predecessors;
            next = std::copy_n(static_cast<const std::byte*>(data), row.size * element_, next);
        }
        run.values = file_->put(data_, ends_[first] * element_, values.data(), values.size());
    }

    void end() override {
        // Each array's checksum is made of its runs'.
        parallel_for({0, 2}, 1e9, [&](std::size_t which) {
            const std::size_t bytes = which == 0 ? (wide_ ? 8 : 4) : element_;
            for (std::size_t row = 0; row < runs_.size(); row = runs_[row].last) {
                const Run& run = runs_[row];
                file_->join(which == 0 ? indices_ : data_, which == 0 ? run.targets : run.values,
                            (ends_[run.last] - ends_[row]) * bytes);
            }
        });
        file_->commit();
    }

  private:
    /// Rows that are written together, and checksums of their elements.
    struct Run {
        std::size_t last = 0;
        std::uint32_t targets = 0, values = 0;
    };

    template <class Index>
    std::uint32_t put_targets(std::size_t first, std::span<const NearPairs::Row> rows) {
        std::vector<Index> targets(ends_[first + rows.size()] - ends_[first]);
        auto next = targets.begin();
        for (const NearPairs::Row& row : rows) next = std::copy_n(row.targets, row.size, next);
        return file_->put(indices_, ends_[first] * sizeof(Index), targets.data(),
                          targets.size() * sizeof(Index));
    }

    std::filesystem::path path_;
    PairValue value_;
    std::optional<NpzWriter> file_;
    std::vector<std::uint64_t> ends_;
    bool wide_ = false;
    std::size_t element_ = 0, indices_ = 0, data_ = 0;
    std::vector<Run> runs_;  // by their first rows
};

/// Calls name(vertex) for what stands at the beginning of a row's lines and in the middle of each,
/// and put(row, k), which appends the value of the row's k-th pair.
template <class Name, class Put>
void write_lines(const NearPairs& near, std::span<const std::size_t> sources, char separator,
                 const Name& name, const Put& put, OutputFile& file) {
    for (std::size_t row = 0; row < near.rows.size(); ++row) {
        const std::string source = name(sources.empty() ? row : sources[row]) + separator;
        const auto targets = near.targets(row);
        for (std::size_t k = 0; k < targets.size(); ++k) {
            file.append(source);
            file.append(name(targets[k]));
            file.append({&separator, 1});
            put(row, k);
            file.append("\n");
        }
    }
}

/// Calls write(put), see write_lines. Predecessors are written as text(predecessor).
template <class Text, class Write>
void with_values(const NearPairs& near, PairValue value, const Text& text, OutputFile& file,
                 const Write& write) {
    if (value == PairValue::predecessor) {
        return write(
            [&](std::size_t row, std::size_t k) { file.append(text(near.predecessors(row)[k])); });
    }
    visit(near.dtype, [&](auto zero) {
        using T = decltype(zero);
        const NumberWriter<T> number(Semiring::min_plus);
        write([&](std::size_t row, std::size_t k) {
            char* const begin = file.room(kLongestNumber);
            const char* const end = number(begin, near.distances<T>(row)[k]);
            file.advance(static_cast<std::size_t>(end - begin));
        });
    });
}

}  // namespace

std::unique_ptr<NearSink> near_file(const std::filesystem::path& path, PairValue value) {
    if (matrix_format_of(path, {}) != MatrixFormat::npz) return nullptr;
    return std::make_unique<SparseFile>(path, value);
}

void write_near_pairs(const NearPairs& near, const std::filesystem::path& path,
                      const WriteOptions& options, PairValue value) {
    const MatrixFormat format = matrix_format_of(path, options);
    if (format == MatrixFormat::npz) {
        SparseFile file(path, value);
        return near.give(file);
    }
    const Labels none;
    const Labels& labels = options.labels != nullptr ? *options.labels : none;
    OutputFile file(path);
    const bool distances = value == PairValue::distance;
    if (format == MatrixFormat::matrix_market) {
        file.append(fmt::format("%%MatrixMarket matrix coordinate {} general\n{} {} {}\n",
                                distances && !is_integral(near.dtype) ? "real" : "integer",
                                near.rows.size(), near.n, near.size()));
        // A row's number is its place, as in the array; values are the array's.
        const auto number = [](std::size_t place) { return fmt::format("{}", place + 1); };
        const auto text = [](std::int32_t predecessor) { return fmt::format("{}", predecessor); };
        with_values(near, value, text, file,
                    [&](const auto& put) { write_lines(near, {}, ' ', number, put, file); });
    } else {
        const char c = format == MatrixFormat::csv ? ',' : '\t';
        file.append(
            fmt::format("source{0}target{0}{1}\n", c, distances ? "distance" : "predecessor"));
        const auto name = [&](std::size_t vertex) { return table_field(labels.name(vertex), c); };
        const auto text = [&](std::int32_t p) { return predecessor_field(labels, p, c); };
        with_values(near, value, text, file, [&](const auto& put) {
            write_lines(near, options.sources, c, name, put, file);
        });
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

// Near pairs as SciPy's sparse matrix, as a Matrix Market file of coordinates, or as lines.
#include <vector>

#include "apsp/near_pairs.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/npz.hpp"
#include "io/number_text.hpp"
#include "io/output_file.hpp"
#include "io/table.hpp"

namespace apsp {
namespace {

/// Elements of an array that come a few at a time, and are written many at a time.
template <class T>
class Gathered {
  public:
    Gathered(NpzWriter& file, const char* name, const std::string& type, std::size_t count)
        : file_(file), array_(file.add({name, type, {count}})) {
        elements_.reserve(kAtOnce);
    }
    template <class U>
    void add(std::span<const U> some) {
        elements_.insert(elements_.end(), some.begin(), some.end());
        if (elements_.size() >= kAtOnce) write();
    }
    /// Writes what has come since the last time; call it at the end.
    void write() {
        file_.append(array_, elements_.data(), elements_.size() * sizeof(T));
        elements_.clear();
    }

  private:
    static constexpr std::size_t kAtOnce = std::size_t{1} << 17;

    NpzWriter& file_;
    std::size_t array_;
    std::vector<T> elements_;
};

/// SciPy wants indices and their pointers of one type.
template <class Index>
void write_places(const NearPairs& near, const char* type, NpzWriter& file) {
    const std::size_t rows = near.rows.size();
    Gathered<Index> ends(file, "indptr", type, rows + 1);
    Index end = 0;
    ends.add(std::span<const Index>(&end, 1));
    for (const NearPairs::Row& row : near.rows) {
        end += static_cast<Index>(row.size);
        ends.add(std::span<const Index>(&end, 1));
    }
    ends.write();
    Gathered<Index> indices(file, "indices", type, near.size());
    for (std::size_t row = 0; row < rows; ++row) indices.add(near.targets(row));
    indices.write();
}

void write_sparse(const NearPairs& near, const std::filesystem::path& path) {
    NpzWriter file(path, {{"format", "|S3", {}}, {"shape", "<i8", {2}}});
    const std::int64_t shape[] = {static_cast<std::int64_t>(near.rows.size()),
                                  static_cast<std::int64_t>(near.n)};
    file.append(0, "csr", 3);
    file.append(1, shape, sizeof shape);
    if (near.size() <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
        write_places<std::int32_t>(near, "<i4", file);
    } else {
        write_places<std::int64_t>(near, "<i8", file);
    }
    visit(near.dtype, [&](auto zero) {
        using T = decltype(zero);
        Gathered<T> data(file, "data", numpy_type(near.dtype), near.size());
        for (std::size_t row = 0; row < near.rows.size(); ++row) data.add(near.distances<T>(row));
        data.write();
    });
    file.commit();
}

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

void write_near_pairs(const NearPairs& near, const std::filesystem::path& path,
                      const WriteOptions& options) {
    const MatrixFormat format = matrix_format_of(path, options);
    if (format == MatrixFormat::npz) return write_sparse(near, path);
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

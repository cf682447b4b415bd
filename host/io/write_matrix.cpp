// Chooses a writer by the file's suffix, and lets the file appear only when it is whole.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "apsp/io.hpp"
#include "base/all_dtypes.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"
#include "io/packing.hpp"
#include "platform/file.hpp"

namespace apsp {

/// A format of whole rows: how to make the header, if there is one, how to write the rows, and
/// whether they can come in parts, one after the other.
struct MatrixWriter {
    MatrixFormat value;
    std::string_view suffix;
    std::string (*header)(std::size_t rows, std::size_t columns, Dtype dtype);
    void (*write)(const MatrixPart&, OutputFile&, const FileProgress&);
    bool by_rows;
};

namespace {

constexpr auto kWriters = std::to_array<MatrixWriter>({
    {MatrixFormat::npy, ".npy", make_npy_header, write_npy, true},
    {MatrixFormat::csv, ".csv", nullptr, write_csv, true},
    {MatrixFormat::tsv, ".tsv", nullptr, write_tsv, true},
    {MatrixFormat::matrix_market, ".mtx", nullptr, write_matrix_market, false},
    {MatrixFormat::npz, ".npz", nullptr, nullptr, true},
    {MatrixFormat::bin32, ".bin32", nullptr, write_bin32, true},
});
static_assert(in_order(kWriters));

const MatrixWriter& find_writer(const std::filesystem::path& path, const WriteOptions& options) {
    if (options.format) return kWriters.at(static_cast<std::size_t>(*options.format));
    const std::string suffix = inner_suffix_of(path);
    const auto writer = std::ranges::find(kWriters, suffix, &MatrixWriter::suffix);
    if (writer != kWriters.end()) return *writer;
    if (suffix.empty() && is_system_device(path)) return kWriters[0];
    throw Error(
        ErrorKind::usage,
        fmt::format("{}: expected a name that ends in .npy, .npz, .csv, .tsv, .mtx or .bin32; "
                    ".gz or .zst may follow",
                    path.string()));
}

/// A writer of only the paths that exist; null if whole rows are written.
std::unique_ptr<PathWriter> make_path_writer(const std::filesystem::path& path,
                                             const MatrixWriter& writer, std::size_t rows,
                                             std::size_t columns, Dtype dtype,
                                             const WriteOptions& options,
                                             const Selection& selection) {
    if (writer.value == MatrixFormat::npz) {
        return sparse_writer(path, rows, columns, dtype, options, selection);
    }
    if (!options.list) return nullptr;
    return list_writer(path, writer.value == MatrixFormat::csv ? ',' : '\t', options, selection);
}

void check_chosen(const std::filesystem::path& path, const std::vector<std::size_t>& chosen,
                  std::size_t all) {
    for (const std::size_t k : chosen) {
        if (k < all) continue;
        throw Error(ErrorKind::usage, fmt::format("{}: there is no row or column {} of {} (from 0)",
                                                  path.string(), k, all));
    }
}

/// Types that hold every distance of the type `own`, the smallest first.
std::span<const Dtype> types_from(Dtype own) {
    static constexpr Dtype kLargeIntegers[] = {Dtype::i32, Dtype::f64};  // f32 rounds some of them
    if (own == Dtype::i32) return kLargeIntegers;
    return {std::ranges::find(kDtypesBySize, own), kDtypesBySize.end()};
}

}  // namespace

MatrixFormat matrix_format_of(const std::filesystem::path& path, const WriteOptions& options) {
    return find_writer(path, options).value;
}

void check_writable(const std::filesystem::path& path, const WriteOptions& options) {
    const MatrixFormat format = matrix_format_of(path, options);
    const bool table = format == MatrixFormat::csv || format == MatrixFormat::tsv;
    if (options.list && !table) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: a list of paths is written as .csv or .tsv", path.string()));
    }
    const bool all = !options.list && format != MatrixFormat::npz;
    if (all && options.max_distance < std::numeric_limits<double>::infinity()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: holds whole rows; WriteOptions::max_distance is for "
                                "lists of paths and .npz",
                                path.string()));
    }
    if (!all && options.no_path) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: leaves out pairs without a path; WriteOptions::no_path is for "
                                "whole rows",
                                path.string()));
    }
    if (format == MatrixFormat::npz) OutputFile::need_places(path);
    check_folder(path);
}

Dtype written_type(Dtype own, MatrixFormat format, const WriteOptions& options) {
    if (!options.no_path) return own;
    const double value = *options.no_path;
    const bool text = format != MatrixFormat::npy;
    const auto holds = [&](Dtype dtype) {
        return visit(dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_floating_point_v<T>) {
                return std::isnan(value) || static_cast<double>(static_cast<T>(value)) == value;
            }
            // As text, the sentinel would be written as "inf".
            return value >= static_cast<double>(std::numeric_limits<T>::lowest()) &&
                   value <= static_cast<double>(std::numeric_limits<T>::max()) &&
                   value == std::trunc(value) &&
                   !(text && value == static_cast<double>(infinity<T>()));
        });
    };
    for (const Dtype dtype : types_from(own)) {
        // Over other semirings, the ends of each type's own order have a meaning.
        if (dtype != own && options.semiring != Semiring::min_plus) break;
        if (holds(dtype)) return dtype;
    }
    throw Error(ErrorKind::usage, fmt::format("{} does not hold {} for no path; choose another "
                                              "SolveOptions::dtype or WriteOptions::no_path",
                                              name(own), value));
}

void check_folder(const std::filesystem::path& path) {
    if (names_stream(path.string())) return;  // which not every system has as a file
    const auto place = behind_links(path);
    const auto folder = place.has_parent_path() ? place.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: there is no folder {}", path.string(), folder.string()));
    }
    if (std::filesystem::is_directory(path, ignored)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: is a folder; choose another name", path.string()));
    }
    const bool device =
        std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored);
    if (!device && !may_write_in(folder)) {
        throw Error(ErrorKind::internal,
                    fmt::format("{}: cannot be created: {}; choose another folder", path.string(),
                                std::strerror(errno)));
    }
}

void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                  const FileProgress& progress, const Selection& selection,
                  const WriteOptions& options) {
    const MatrixWriter& writer = find_writer(path, options);
    check_chosen(path, selection.rows, matrix.rows());
    check_chosen(path, selection.columns, matrix.n());
    const MatrixPart part(matrix, selection, {0, matrix.rows()}, writer.value, options);
    if (const auto paths = make_path_writer(path, writer, part.rows(), part.columns(), part.dtype(),
                                            options, selection)) {
        paths->add(part, progress);
        paths->commit();
    } else {
        OutputFile file(path);
        if (writer.header != nullptr) {
            file.append(writer.header(part.rows(), part.columns(), part.dtype()));
        }
        writer.write(part, file, progress);
        file.commit();
    }
    if (progress) progress(1);
}

struct RowWriter::File {
    const MatrixWriter& writer;
    Selection selection;
    WriteOptions options;
    std::string name;
    std::size_t rows_left, n;
    Dtype dtype;
    std::unique_ptr<PathWriter> paths = {};  // or else rows
    std::optional<OutputFile> rows = {};
};

bool RowWriter::takes(const std::filesystem::path& path, const WriteOptions& options) {
    return find_writer(path, options).by_rows;
}

RowWriter::RowWriter(const std::filesystem::path& path, std::size_t rows, std::size_t n,
                     Dtype dtype, std::vector<std::size_t> columns, const WriteOptions& options)
    : file_(new File{find_writer(path, options),
                     {{}, std::move(columns)},
                     options,
                     path.string(),
                     rows,
                     n,
                     dtype}) {
    check_chosen(path, file_->selection.columns, n);
    const std::size_t count =
        file_->selection.columns.empty() ? n : file_->selection.columns.size();
    const MatrixWriter& writer = file_->writer;
    if (!writer.by_rows) {
        throw Error(ErrorKind::usage, path.string() + ": the format cannot be written row by row");
    }
    file_->paths = make_path_writer(path, writer, rows, count, dtype, options, file_->selection);
    if (file_->paths) return;
    file_->rows.emplace(path);
    if (writer.header == nullptr) return;
    file_->rows->append(writer.header(rows, count, written_type(dtype, writer.value, options)));
}

RowWriter::RowWriter(RowWriter&&) noexcept = default;
RowWriter::~RowWriter() = default;

void RowWriter::write(const Matrix& matrix, Range rows, const FileProgress& progress) {
    File& file = *file_;
    if (matrix.n() != file.n || matrix.dtype() != file.dtype) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: expected rows of {} {}, found {} {}", file.name, file.n,
                                name(file.dtype), matrix.n(), name(matrix.dtype())));
    }
    if (rows.first > rows.last || rows.last > matrix.rows() || rows.size() > file.rows_left) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: cannot take rows {} to {} of a matrix of {}; {} are missing",
                                file.name, rows.first, rows.last, matrix.rows(), file.rows_left));
    }
    const MatrixPart part(matrix, file.selection, rows, file.writer.value, file.options);
    if (file.paths) {
        file.paths->add(part, progress);
    } else {
        file.writer.write(part, *file.rows, progress);
    }
    file.rows_left -= rows.size();
}

void RowWriter::commit() {
    if (file_->rows_left != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} rows are missing", file_->name, file_->rows_left));
    }
    file_->paths ? file_->paths->commit() : file_->rows->commit();
}

void write_labels(const Labels& labels, std::size_t n, const std::filesystem::path& path) {
    OutputFile file(path);
    for (std::size_t vertex = 0; vertex < n; ++vertex) {
        file.append(labels.name(vertex) + '\n');
    }
    file.commit();
}

}  // namespace apsp

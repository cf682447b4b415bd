// Chooses a writer by the file's suffix, and lets the file appear only when it is whole.
#include <algorithm>

#include "apsp/io.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/npy_header.hpp"

namespace apsp {

/// A format: what comes before the rows, if anything, and these; and whether they can come in
/// parts, one after the other.
struct MatrixWriter {
    std::string_view suffix;
    std::string (*header)(std::size_t rows, std::size_t columns, Dtype dtype);
    void (*write)(const MatrixPart&, OutputFile&, const FileProgress&);
    bool by_rows;
};

namespace {

constexpr MatrixWriter kWriters[] = {
    {".npy", make_npy_header, write_npy, true},
    {".csv", nullptr, write_csv, true},
    {".tsv", nullptr, write_tsv, true},
    {".mtx", nullptr, write_matrix_market, false},
};

const MatrixWriter& find_writer(const std::filesystem::path& path) {
    const std::string suffix = suffix_of(path);
    const auto writer = std::ranges::find(kWriters, suffix, &MatrixWriter::suffix);
    if (writer != std::end(kWriters)) return *writer;
    throw Error(
        ErrorKind::usage,
        fmt::format("{}: expected a name that ends in .npy, .csv, .tsv or .mtx", path.string()));
}

}  // namespace

void check_writable(const std::filesystem::path& path) {
    find_writer(path);
    check_folder(path);
}

void check_folder(const std::filesystem::path& path) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: there is no folder {}", path.string(), folder.string()));
    }
}

void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                  const FileProgress& progress, const Selection& selection) {
    const MatrixWriter& writer = find_writer(path);
    const auto check = [&](const std::vector<std::size_t>& chosen, std::size_t all) {
        for (const std::size_t k : chosen) {
            if (k < all) continue;
            throw Error(ErrorKind::usage,
                        fmt::format("{}: there is no row or column {} of {} (from 0)",
                                    path.string(), k, all));
        }
    };
    check(selection.rows, matrix.rows());
    check(selection.columns, matrix.n());
    OutputFile file(path);
    const MatrixPart part(matrix, selection);
    if (writer.header != nullptr) {
        file.append(writer.header(part.rows(), part.columns(), part.dtype()));
    }
    writer.write(part, file, progress);
    file.commit();
    if (progress) progress(1);
}

struct RowWriter::File {
    const MatrixWriter& writer;
    OutputFile output;
    Selection selection;
};

bool RowWriter::takes(const std::filesystem::path& path) {
    return find_writer(path).by_rows;
}

RowWriter::RowWriter(const std::filesystem::path& path, std::size_t rows, std::size_t n,
                     Dtype dtype, std::vector<std::size_t> columns)
    : file_(new File{find_writer(path), OutputFile(path), {{}, std::move(columns)}}) {
    const std::size_t count =
        file_->selection.columns.empty() ? n : file_->selection.columns.size();
    if (!file_->writer.by_rows) {
        throw Error(ErrorKind::usage, path.string() + ": the format is not written row by row");
    }
    if (file_->writer.header != nullptr) {
        file_->output.append(file_->writer.header(rows, count, dtype));
    }
}

RowWriter::RowWriter(RowWriter&&) noexcept = default;
RowWriter::~RowWriter() = default;

void RowWriter::write(const Matrix& matrix, Range rows, const FileProgress& progress) {
    file_->writer.write(MatrixPart(matrix, file_->selection, rows), file_->output, progress);
}

void RowWriter::commit() {
    file_->output.commit();
}

void write_labels(const Labels& labels, std::size_t n, const std::filesystem::path& path) {
    OutputFile file(path);
    for (std::size_t vertex = 0; vertex < n; ++vertex) {
        file.append(labels.name(vertex) + '\n');
    }
    file.commit();
}

}  // namespace apsp

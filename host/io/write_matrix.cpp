// Chooses a writer by the file's suffix, and lets the file appear only when it is whole.
#include <algorithm>

#include "apsp/io.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"

namespace apsp {
namespace {

struct Writer {
    std::string_view suffix;
    void (*write)(const MatrixPart&, OutputFile&, const FileProgress&);
};

constexpr Writer kWriters[] = {
    {".npy", write_npy},
    {".csv", write_csv},
    {".tsv", write_tsv},
    {".mtx", write_matrix_market},
};

const Writer& find_writer(const std::filesystem::path& path) {
    const std::string suffix = suffix_of(path);
    const auto writer = std::ranges::find(kWriters, suffix, &Writer::suffix);
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
    const Writer& writer = find_writer(path);
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
    writer.write(MatrixPart(matrix, selection), file, progress);
    file.commit();
    if (progress) progress(1);
}

void write_labels(const Labels& labels, std::size_t n, const std::filesystem::path& path) {
    OutputFile file(path);
    for (std::size_t vertex = 0; vertex < n; ++vertex) {
        file.append(labels.name(vertex) + '\n');
    }
    file.commit();
}

}  // namespace apsp

// Chooses a writer by the file's suffix, and lets the file appear only when it is whole.
#include <algorithm>

#include "apsp/io.hpp"
#include "core/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"

namespace apsp {
namespace {

struct Writer {
    std::string_view suffix;
    void (*write)(const Matrix&, OutputFile&, const FileProgress&);
};

constexpr Writer kWriters[] = {
    {".npy", write_npy},
    {".csv", write_csv},
};

const Writer& find_writer(const std::filesystem::path& path) {
    const std::string suffix = suffix_of(path);
    for (const Writer& writer : kWriters) {
        if (writer.suffix == suffix) return writer;
    }
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a name that ends in .npy or .csv", path.string()));
}

}  // namespace

void check_writable(const std::filesystem::path& path) {
    find_writer(path);
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored)) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: there is no folder {}", path.string(), folder.string()));
    }
}

void write_matrix(const Matrix& matrix, const std::filesystem::path& path,
                  const FileProgress& progress) {
    const Writer& writer = find_writer(path);
    OutputFile file(path);
    writer.write(matrix, file, progress);
    file.commit();
    if (progress) progress(1);
}

}  // namespace apsp

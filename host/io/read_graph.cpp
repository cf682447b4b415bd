// Chooses a reader by the file's suffix: content is not guessed at, so that a message can say what
// was expected.
#include <algorithm>

#include "apsp/io.hpp"
#include "core/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"

namespace apsp {
namespace {

struct Reader {
    std::string_view suffix;
    Graph (*read)(const InputFile&);
};

constexpr Reader kReaders[] = {
    {".gr", read_dimacs},
    {".mtx", read_matrix_market},
    {".npy", read_npy},
};

}  // namespace

Graph read_graph(const std::filesystem::path& path, const FileProgress& progress) {
    const bool packed = suffix_of(path) == ".gz";
    const std::string suffix = suffix_of(packed ? path.stem() : path);
    const auto* reader = std::find_if(std::begin(kReaders), std::end(kReaders),
                                      [&](const Reader& r) { return r.suffix == suffix; });
    if (reader == std::end(kReaders)) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: expected a name that ends in .gr (DIMACS), .mtx (Matrix "
                                "Market) or .npy (NumPy), or one of these and .gz",
                                path.string()));
    }
    Graph graph = reader->read(InputFile(path, progress));
    if (progress) progress(1);
    return graph;
}

}  // namespace apsp

// DIMACS coordinates (9th implementation challenge): "c" comments, one "p aux sp co n" line, then n
// lines "v id x y", vertices from 1.
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/text_scanner.hpp"

namespace apsp {

std::vector<Coordinates> read_coordinates(const std::filesystem::path& path, std::size_t n) {
    using Number = TextScanner::Number;
    const InputFile file(path);
    TextScanner scanner(file);
    std::vector<Coordinates> all(n);
    std::vector<char> known(n);
    std::size_t count = 0, line = 0;
    while (scanner.next_line("c")) {
        const std::string word(scanner.word());
        if (word == "p" && line == 0) {
            line = scanner.line();
            for (const char* expected : {"aux", "sp", "co"}) {
                if (scanner.word() != expected) scanner.fail("a line 'p aux sp co <vertices>'");
            }
            const std::uint64_t vertices = scanner.natural("a number of vertices");
            if (vertices != n) {
                scanner.fail(fmt::format("{} vertices, as the graph has", n),
                             fmt::format("{}", vertices));
            }
        } else if (word == "v" && line != 0) {
            const std::uint32_t vertex = scanner.vertex(n);
            all[vertex].x = scanner.number(Number::real);
            all[vertex].y = scanner.number(Number::real);
            count += known[vertex] == 0 ? 1 : 0;
            known[vertex] = 1;
        } else {
            scanner.fail(line == 0 ? "a line 'p aux sp co <vertices>'" : "a line 'v <id> <x> <y>'",
                         TextScanner::quoted(word));
        }
        scanner.end_line();
    }
    if (line == 0) scanner.fail("a line 'p aux sp co <vertices>'");
    if (count != n) scanner.fail_count("vertices", n, line, count);
    return all;
}

}  // namespace apsp

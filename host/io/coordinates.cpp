// Coordinates of vertices. In tables, lines that begin with a label, x and y. In DIMACS files (9th
// implementation challenge) "c" comments, one "p aux sp co n" line, then n lines "v id x y",
// vertices from 1.
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/packing.hpp"
#include "io/vertex_lines.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;

std::vector<Coordinates> read_table(const InputFile& file, const Labels& labels, std::size_t n) {
    std::vector<Coordinates> all(n);
    std::vector<char> known(n);
    VertexLines lines(file, labels, n);
    TextScanner& scanner = lines.scanner();
    for (std::uint32_t vertex = 0; lines.next(vertex);) {
        for (double Coordinates::*axis : {&Coordinates::x, &Coordinates::y}) {
            scanner.next_field();
            all[vertex].*axis = scanner.number(Number::real);
        }
        known[vertex] = 1;
        while (!scanner.at_line_end()) lines.field();
    }
    const auto missing = std::ranges::find(known, 0);
    if (missing != known.end()) {
        const auto vertex = static_cast<std::size_t>(missing - known.begin());
        scanner.fail("a line for each vertex",
                     "none for " + TextScanner::quoted(labels.name(vertex)));
    }
    return all;
}

std::vector<Coordinates> read_dimacs_coordinates(const InputFile& file, std::size_t n) {
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

}  // namespace

std::vector<Coordinates> read_coordinates(const std::filesystem::path& path, const Labels& labels,
                                          std::size_t n) {
    const InputFile file(path);
    const std::string suffix = inner_suffix_of(path);
    const bool table = suffix == ".csv" || suffix == ".tsv" || suffix == ".txt";
    return table ? read_table(file, labels, n) : read_dimacs_coordinates(file, n);
}

}  // namespace apsp

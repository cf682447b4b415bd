// DIMACS shortest-path graphs (9th implementation challenge): "c" comments, one "p sp n m" line,
// then m lines "a u v w", vertices from 1. Weights may also be fractions. The file is read in one
// pass of TextScanner, whose speed is that of the whole reader.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

struct Problem {
    std::size_t vertices;
    std::uint64_t arcs;
    std::size_t line;
};

constexpr std::string_view kProblemLine = "a line 'p sp <vertices> <arcs>'";

Problem read_problem(TextScanner& scanner) {
    const std::size_t line = scanner.line();
    const std::string_view whole = scanner.rest_of_line();
    if (scanner.word() != "p" || scanner.word() != "sp") {
        scanner.fail(kProblemLine, "another kind of problem, " + TextScanner::quoted(whole));
    }
    const std::size_t vertices = scanner.vertex_count();
    const std::uint64_t arcs = scanner.natural("a number of arcs");
    scanner.end_line();
    return {vertices, arcs, line};
}

}  // namespace

GraphFile read_dimacs(const InputFile& file, const ReadOptions& options) {
    TextScanner scanner(file);
    std::optional<Problem> problem;
    std::vector<Arc> arcs;
    while (scanner.next_line("c")) {
        switch (scanner.peek()) {
            case 'a': {
                if (!problem) {
                    scanner.fail(kProblemLine, "an arc before it; add that line at the top");
                }
                if (arcs.size() == problem->arcs) {
                    scanner.fail_count("arcs", problem->arcs, problem->line, arcs.size() + 1);
                }
                const std::string_view word = scanner.word();
                if (word != "a") scanner.fail("a blank after 'a'", TextScanner::quoted(word));
                arcs.push_back({scanner.vertex(problem->vertices),
                                scanner.vertex(problem->vertices),
                                scanner.number(TextScanner::Number::weight)});
                scanner.end_line();
                break;
            }
            case 'p': {
                if (problem) {
                    scanner.fail(fmt::format("only the 'p' line {}", problem->line),
                                 "a second one");
                }
                problem = read_problem(scanner);
                // "a 1 1 1\n" is 8 bytes: a header cannot make us reserve more than its file.
                arcs.reserve(std::min<std::uint64_t>(problem->arcs, scanner.bytes_left() / 8 + 1));
                break;
            }
            default: {
                const std::string_view line = scanner.rest_of_line();
                scanner.fail("a line that begins with 'c', 'p' or 'a'",
                             TextScanner::quoted(line) + (problem ? "" : format_hint(line)));
            }
        }
    }
    if (!problem) scanner.fail(kProblemLine);
    if (arcs.size() < problem->arcs) {
        scanner.fail_count("arcs", problem->arcs, problem->line, arcs.size());
    }
    return {
        make_graph(problem->vertices, std::move(arcs), file.name(), options), {}, scanner.notes()};
}

}  // namespace apsp

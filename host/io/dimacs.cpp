// DIMACS shortest-path graphs (9th implementation challenge): "c" comments, one "p sp n m" line,
// then m lines "a u v w", vertices from 1. Weights may also be fractions. Graphs of other
// challenges
// ("p edge", "p col") have lines "e u v", and those of PACE ("p tw") lines "u v": edges, which lead
// both ways, of weight 1 or of the number that follows. The file is read in one pass of
// TextScanner, whose speed is that of the whole reader.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

struct Problem {
    char arc;  ///< What a line of an arc begins with: 'a', 'e', or '0' for a number.
    std::size_t vertices;
    std::uint64_t arcs;
    std::size_t line;
};

constexpr std::string_view kProblemLine = "a line 'p sp <vertices> <arcs>'";

Problem read_problem(TextScanner& scanner) {
    const std::size_t line = scanner.line();
    const std::string_view whole = scanner.rest_of_line();
    const bool problem = scanner.word() == "p";
    const std::string kind = lower(scanner.word());
    const bool edges = kind == "edge" || kind == "edges" || kind == "col";
    if (!problem || (kind != "sp" && kind != "tw" && !edges)) {
        scanner.fail(kProblemLine, "another kind of problem, " + TextScanner::quoted(whole));
    }
    const std::size_t vertices = scanner.vertex_count();
    const std::uint64_t arcs = scanner.natural("a number of arcs");
    scanner.end_line();
    return {edges ? 'e' : kind == "tw" ? '0' : 'a', vertices, arcs, line};
}

/// Reads a line "e u v" or "u v", and a weight if it has one. Lines of colours, positions and the
/// like are left out.
void read_edge_line(TextScanner& scanner, const Problem& problem, std::vector<Arc>& arcs) {
    constexpr std::string_view kOthers = "ndvx";
    if (problem.arc == 'e') {
        const char first = scanner.peek();
        const std::string_view whole = scanner.rest_of_line();
        const std::string_view word = scanner.word();
        if (kOthers.find(first) != kOthers.npos) return scanner.skip_line();
        if (word != "e") {
            scanner.fail("a line that begins with 'c' or 'e'", TextScanner::quoted(whole));
        }
    }
    const std::uint32_t u = scanner.vertex(problem.vertices), v = scanner.vertex(problem.vertices);
    const double weight = scanner.at_line_end() ? 1 : scanner.number(TextScanner::Number::weight);
    scanner.end_line();
    arcs.push_back({u, v, weight});
    arcs.push_back({v, u, weight});
}

/// Checks the number of edges. Some writers count or list both directions of each.
void check_edges(const TextScanner& scanner, const Problem& problem, std::uint64_t edges) {
    if (edges == problem.arcs || edges == 2 * problem.arcs || 2 * edges == problem.arcs) return;
    scanner.fail(fmt::format("{} edges as line {} says", problem.arcs, problem.line),
                 fmt::format("the end of the file after {}", edges));
}

}  // namespace

GraphFile read_dimacs(const InputFile& file, const ReadOptions& options) {
    TextScanner scanner(file);
    std::optional<Problem> problem;
    std::vector<Arc> arcs;
    while (scanner.next_line("c")) {
        const char first = scanner.peek();
        if (problem && problem->arc != 'a' && first != 'p') {
            read_edge_line(scanner, *problem, arcs);
            continue;
        }
        switch (first) {
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
    if (problem->arc != 'a') {
        check_edges(scanner, *problem, arcs.size() / 2);
    } else if (arcs.size() < problem->arcs) {
        scanner.fail_count("arcs", problem->arcs, problem->line, arcs.size());
    }
    return {
        make_graph(problem->vertices, std::move(arcs), file.name(), options), {}, scanner.notes()};
}

}  // namespace apsp

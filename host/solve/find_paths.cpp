// See find_paths.hpp.
#include "solve/find_paths.hpp"

#include <algorithm>

#include "backends/processor.hpp"
#include "base/text.hpp"
#include "paths/mend_paths.hpp"

namespace apsp {

namespace {

void search_and_mend(const Matrix& distances, const TightArcs& arcs,
                     const PredecessorSearch& search, Matrix& predecessors) {
    search(arcs, predecessors);
    const auto rows = rows_to_mend(distances, arcs, arcs.circles, predecessors);
    if (!rows.empty()) mend_paths(distances, arcs, rows, predecessors);
}

}  // namespace

void find_paths(const Graph& graph, const Matrix& distances, Engine& engine, Matrix& predecessors) {
    KeptWeights* const weights = engine.weights();
    if (weights == nullptr) {
        const auto search = [&](const TightArcs& arcs, Matrix& found) {
            engine.results()->predecessors(arcs, found);
        };
        return search_and_mend(distances, find_tight_arcs(graph, distances), search, predecessors);
    }
    const TightRule rule = tight_rule(graph, distances);
    const bool circles = weights->predecessors(rule, predecessors);
    const auto rows = rows_to_mend(distances, rule, circles, predecessors);
    if (rows.empty()) return;
    mend_paths(distances, find_tight_arcs(graph, distances), rows, predecessors);
}

void find_paths(const Graph& graph, Matrix& distances, const PredecessorSearch& search,
                Matrix& predecessors) {
    find_paths(distances, find_tight_arcs(graph, distances), search, predecessors);
}

void find_paths(Matrix& distances, const TightArcs& arcs, const PredecessorSearch& search,
                Matrix& predecessors) {
    if (search) return search_and_mend(distances, arcs, search, predecessors);
    const auto on_host = [&](const TightArcs&, Matrix& found) {
        find_cpu_predecessors(distances, arcs, found);
    };
    search_and_mend(distances, arcs, on_host, predecessors);
}

void complete_paths(const Graph& graph, const Matrix& distances, const std::vector<char>& rows,
                    Matrix& predecessors) {
    if (std::ranges::find(rows, 1) == rows.end()) return;
    mend_paths(distances, find_tight_arcs(graph, distances), rows, predecessors);
}

void check_paths(Semiring semiring) {
    if (semiring == Semiring::min_plus) return;
    throw Error(ErrorKind::usage,
                fmt::format("paths: predecessors are found over {} only, not over {}",
                            name(Semiring::min_plus), name(semiring)));
}

}  // namespace apsp

// See find_paths.hpp.
#include "solve/find_paths.hpp"

#include <algorithm>
#include <optional>

#include "backends/cpu/engine.hpp"
#include "base/text.hpp"
#include "paths/mend_paths.hpp"

namespace apsp {

void find_paths(const Graph& graph, const Matrix& distances, Engine& engine, Matrix& predecessors) {
    std::optional<TightArcs> arcs;
    const auto mend = [&](const TightRule& rule, bool circles) {
        const auto rows = rows_to_mend(distances, rule, circles, predecessors);
        if (rows.empty()) return;
        if (!arcs) arcs = find_tight_arcs(graph, distances);
        mend_paths(distances, *arcs, rows, predecessors);
    };
    if (KeptWeights* const weights = engine.weights()) {
        const TightRule rule = tight_rule(graph, distances);
        mend(rule, weights->predecessors(rule, predecessors));
    } else {
        arcs = find_tight_arcs(graph, distances);
        engine.results()->predecessors(*arcs, predecessors);
        mend(*arcs, arcs->circles);
    }
}

void find_paths(const Graph& graph, Matrix& distances, Matrix& predecessors) {
    find_paths(distances, find_tight_arcs(graph, distances), predecessors);
}

void find_paths(Matrix& distances, const TightArcs& arcs, Matrix& predecessors) {
    find_cpu_predecessors(distances, arcs, predecessors);
    const auto rows = rows_to_mend(distances, arcs, arcs.circles, predecessors);
    if (!rows.empty()) mend_paths(distances, arcs, rows, predecessors);
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

// See find_paths.hpp.
#include "solve/find_paths.hpp"

#include <algorithm>

#include "backends/processor.hpp"
#include "base/text.hpp"
#include "paths/mend_paths.hpp"

namespace apsp {

void find_paths(Matrix& distances, const TightArcs& arcs, const PredecessorSearch& search,
                Matrix& predecessors) {
    search ? search(arcs, predecessors) : find_cpu_predecessors(distances, arcs, predecessors);
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

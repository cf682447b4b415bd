// Predecessors from distances that have been computed.
#pragma once

#include <functional>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

/// Fills in predecessors as Results::predecessors does.
using PredecessorSearch = std::function<void(const TightArcs& arcs, Matrix& predecessors)>;

/// Finds predecessors in the rows that `arcs` names: by the search, which may take rows from
/// several engines, or without one on the host.
void find_paths(Matrix& distances, const TightArcs& arcs, const PredecessorSearch& search,
                Matrix& predecessors);

/// Finds the predecessors that are missing in the marked rows, if any row is marked, among the arcs
/// of the graph.
void complete_paths(const Graph& graph, const Matrix& distances, const std::vector<char>& rows,
                    Matrix& predecessors);

/// @throws Error usage if there are no predecessors over the semiring
void check_paths(Semiring semiring);

}  // namespace apsp

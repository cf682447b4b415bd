// Predecessors from distances that have been computed.
#pragma once

#include <functional>

#include "algorithms/engine.hpp"
#include "apsp/graph.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

/// Finds predecessors among the arcs that the distances show to be tight. The engine still holds
/// the distances, and perhaps the weights; the graph's are then needed for mending only.
void find_paths(const Graph& graph, const Matrix& distances, Engine& engine, Matrix& predecessors);

/// Fills in predecessors as Results::predecessors does, in all rows together.
using PredecessorSearch = std::function<void(const TightArcs& arcs, Matrix& predecessors)>;
/// The same by engines that have rows of the distances each; without a search on the host.
void find_paths(const Graph& graph, Matrix& distances, const PredecessorSearch& search,
                Matrix& predecessors);
/// Only for the rows that `arcs` names.
void find_paths(Matrix& distances, const TightArcs& arcs, const PredecessorSearch& search,
                Matrix& predecessors);

/// Finds the predecessors that are missing in the marked rows, if any row is marked.
void complete_paths(const Graph& graph, const Matrix& distances, const std::vector<char>& rows,
                    Matrix& predecessors);

/// @throws Error usage if there are no predecessors over the semiring
void check_paths(Semiring semiring);

}  // namespace apsp

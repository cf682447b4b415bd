// Predecessors from distances that have been computed.
#pragma once

#include "algorithms/engine.hpp"
#include "apsp/graph.hpp"
#include "paths/tight_arcs.hpp"

namespace apsp {

/// By what the distances say of the arcs. The engine still holds them, and perhaps the weights: the
/// graph's are then needed for mending only.
void find_paths(const Graph& graph, const Matrix& distances, Engine& engine, Matrix& predecessors);

/// The same by the host, where no engine has all of the distances.
void find_paths(const Graph& graph, Matrix& distances, Matrix& predecessors);
/// Only of the rows that `arcs` names.
void find_paths(Matrix& distances, const TightArcs& arcs, Matrix& predecessors);

/// Those of these rows that are missing, where there are such.
void complete_paths(const Graph& graph, const Matrix& distances, const std::vector<char>& rows,
                    Matrix& predecessors);

/// @throws Error usage, where there are none over the semiring
void check_paths(Semiring semiring);

}  // namespace apsp

// Predecessors from distances that have been computed.
#pragma once

#include "algorithms/engine.hpp"
#include "apsp/graph.hpp"

namespace apsp {

/// By what the distances say of the arcs. The engine still holds them, and with `weights_kept` the
/// weights: the graph's are then needed for mending only.
void find_paths(const Graph& graph, const Matrix& distances, bool weights_kept, Engine& engine,
                Matrix& predecessors);

/// The same by the host's own engine, where no other has all of the distances.
void find_paths(const Graph& graph, Matrix& distances, Matrix& predecessors);

}  // namespace apsp

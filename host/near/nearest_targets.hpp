// The nearest targets of every vertex, all at once: each vertex is reached from its nearest targets
// only. For few targets among many vertices.
#pragma once

#include "algorithms/elimination_tree.hpp"
#include "near/near_rows.hpp"

namespace apsp {

// No weight may be negative. The question names targets, at least one.

/// By a search against the arcs from all targets.
void search_nearest(const Graph& graph, NearRows& near);
/// By elimination, in two passes over the lists. The tree has no core.
void descend_nearest(const Graph& graph, const EliminationTree& tree, NearRows& near);

}  // namespace apsp

// Near pairs by elimination: a descent that leaves out what is beyond the cutoff.
#pragma once

#include "algorithms/elimination_tree.hpp"
#include "apsp/devices.hpp"
#include "apsp/graph.hpp"
#include "near/near_rows.hpp"

namespace apsp {

// No weight may be negative; the tree has no core.

/// On the processor's cores. Predecessors are found if `always_trees`.
void descend_near(const Graph& graph, const EliminationTree& tree, NearRows& near);
/// On the device; predecessors follow. Returns whether it has kernels for that; if not, nothing is
/// found.
bool descend_near(const Device& device, const Graph& graph, const EliminationTree& tree,
                  NearRows& near);

}  // namespace apsp

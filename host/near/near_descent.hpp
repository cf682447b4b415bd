// Near pairs by elimination: a descent that leaves out what is beyond the cutoff.
#pragma once

#include <memory>

#include "algorithms/elimination_tree.hpp"
#include "near/near_rows.hpp"

namespace apsp {

/// On the processor's cores. No weight may be negative; the tree has no core. Predecessors are
/// found if `always_trees`.
void descend_near(const Graph& graph, const EliminationTree& tree, NearRows& near);

}  // namespace apsp

// Tables by elimination: a descent through the vertices above sources and targets.
#pragma once

#include <functional>
#include <span>

#include "algorithms/elimination_tree.hpp"
#include "apsp/graph.hpp"
#include "apsp/table.hpp"

namespace apsp {

/// Fills the table on the processor's cores; `sources` and `targets` are its rows and columns. No
/// weight may be negative; the tree has no core.
void descend_table(const Graph& graph, const EliminationTree& tree,
                   std::span<const std::uint32_t> sources, std::span<const std::uint32_t> targets,
                   const std::function<void(double)>& progress, DistanceTable& table);

}  // namespace apsp

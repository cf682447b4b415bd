// Finds distances of pairs where the ways up from both vertices meet in the elimination tree.
#pragma once

#include <functional>
#include <span>

#include "algorithms/elimination_tree.hpp"
#include "apsp/table.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

/// Every shortest path goes up to its highest rank, which is an ancestor of both ends, and then
/// down. So each vertex needs its distances to its ancestors, or from them, and a pair the least
/// sum over common ones:
///
///     from the source   | root | ... | common | own ... |
///     to the target     | root | ... | common | own ...
///
/// Fills the table, which has one row and a column for each pair. `tree` has no core. At any time
/// ways of at most twice `most_bytes` are known, or those of one vertex.
void find_where_ways_meet(const Graph& graph, const EliminationTree& tree,
                          std::span<const VertexPair> pairs,
                          const std::function<void(double)>& progress, DistanceTable& table,
                          std::size_t most_bytes = std::size_t{128} << 20);

}  // namespace apsp

// Rows of a closure by searching from each source: O(arcs log n) for a row, whatever the graph.
#pragma once

#include <memory>

#include "algorithms/row_maker.hpp"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Dijkstra's algorithm from every source, on all cores; breadth-first search from many sources at
/// once, in bits, where all weights are equal. Over min_plus no cost may be negative.
/// `graph` must outlive it.
std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring);

}  // namespace apsp

// Rounds of Bellman-Ford over the matrix of a dense graph, on all processors.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Lowers the labels of all vertices by the arcs out of the changed ones, whose labels are those
/// before the round: h(j) becomes the smallest of h(i) + w(i, j). What changes is marked
/// in `changed` instead, and gets a parent. Says whether anything did.
bool dense_round(const Graph& graph, std::vector<char>& changed, std::vector<double>& h,
                 std::vector<std::uint32_t>& parent);

}  // namespace apsp

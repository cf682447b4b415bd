// Rounds of Bellman-Ford over the matrix of a dense graph, on all processors.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Lowers the labels of all vertices by the arcs out of the changed ones, with the labels from
/// before the round: h(j) becomes the smallest of h(i) + w(i, j). Afterwards `changed` marks the
/// vertices whose labels became smaller; these also get a parent. Returns whether there are any.
bool dense_round(const Graph& graph, std::vector<char>& changed, std::vector<double>& h,
                 std::vector<std::uint32_t>& parent);

}  // namespace apsp

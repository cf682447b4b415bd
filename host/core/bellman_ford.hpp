// Bellman-Ford from a virtual source with an arc of weight 0 to every vertex.
#pragma once

#include <cstddef>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

struct BellmanFord {
    /// Potentials p with w(i, j) + p(i) - p(j) >= 0 for every arc; empty if there are none.
    std::vector<double> potentials;
    /// A cycle of negative weight, its vertices in order; empty if there is none.
    std::vector<std::size_t> negative_cycle;
};

BellmanFord bellman_ford(const Graph& graph);

/// The sum of the arcs from each vertex to the next and from the last to the first; to within one
/// rounding. +infinity when one of them is not there.
double cycle_weight(const Graph& graph, const std::vector<std::size_t>& cycle);

}  // namespace apsp

// Bellman-Ford from a virtual source with an arc of weight 0 to every vertex: decides exactly, for
// whatever weights a double can hold, whether a graph has a cycle of negative weight.
#pragma once

#include <cstddef>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/potentials.hpp"

namespace apsp {

struct BellmanFord {
    /// weight(i, j) + h(i) - h(j) >= 0 for every arc; empty if there are none.
    Potentials potentials;
    /// A cycle of negative weight, its vertices in order; empty if there is none.
    std::vector<std::size_t> negative_cycle;
    double cycle_weight = 0;
};

/// @throws Error bad_input where a distance exceeds the range of doubles
BellmanFord bellman_ford(const Graph& graph);

/// The sum of the arcs from each vertex to the next and from the last to the first, with the right
/// sign and to within one rounding. +infinity when one of these arcs does not exist.
double cycle_weight(const Graph& graph, const std::vector<std::size_t>& cycle);

}  // namespace apsp

// A graph with all arcs turned round.
#pragma once

#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

inline Graph turned_round(const Graph& graph) {
    if (graph.symmetric()) return graph;
    std::vector<Arc> arcs;
    arcs.reserve(graph.arcs());
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            arcs.push_back({static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(i), weight});
        });
    }
    return Graph::from_arcs(graph.vertices(), arcs, graph.origin());
}

}  // namespace apsp

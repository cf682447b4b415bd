// How long a loop over the arcs of vertices takes.
#pragma once

#include "apsp/graph.hpp"

namespace apsp {

/// The arcs out of a vertex on average, and one for the vertex itself.
inline double arcs_each(const Graph& graph) {
    if (graph.dense()) return static_cast<double>(graph.vertices()) + 1;
    return static_cast<double>(graph.arcs()) / static_cast<double>(graph.vertices()) + 1;
}

}  // namespace apsp

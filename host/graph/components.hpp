// Strongly connected components.
//
// R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972.
// M. Sharir, "A strong-connectivity algorithm and its applications in data flow analysis",
// Comput. Math. Appl. 7(1), 1981 (Kosaraju's algorithm).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// The component of each vertex. `count` is set to their number; arcs lead to lower numbers.
std::vector<std::size_t> strong_components(const Graph& graph, std::size_t& count);

/// The pairs of vertices with a path, those of a vertex and itself included; none where counting
/// them takes long, because of many components.
std::optional<std::uint64_t> reachable_pairs(const Graph& graph);

/// The smallest vertex of the component of each vertex.
std::vector<std::uint32_t> strong_component_roots(const Graph& graph);

}  // namespace apsp

// A drawn graph that looks like a road network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Planar and connected, with the same weight in both directions. See road_graph.
std::vector<Arc> road_arcs(std::size_t n, std::uint64_t seed);

}  // namespace apsp

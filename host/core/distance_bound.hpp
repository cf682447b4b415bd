// How large a distance can be, proven before it is computed.
#pragma once

#include <string>

#include "apsp/graph.hpp"

namespace apsp {

struct DistanceBound {
    double value = 0;    ///< No |distance| between connected vertices is larger.
    std::string reason;  ///< Where the value is from.
};

/// (n - 1) times the largest |weight|.
DistanceBound quick_distance_bound(const Graph& graph);

/// By Dijkstra's distances from and to one vertex of each strongly connected component, and the
/// longest way through the components: O(m log n). Never above the quick one.
DistanceBound distance_bound(const Graph& graph);

}  // namespace apsp

// How large a distance can be, proven before it is computed.
#pragma once

#include <string>

#include "apsp/graph.hpp"

namespace apsp {

struct DistanceBound {
    /// No |distance| between connected vertices is larger, and no cost of a path between them.
    double value = 0;
    std::string reason;  ///< Where the value is from.
};

/// (n - 1) times the largest cost, and what potentials add. Weights are not negative, or there are
/// potentials.
DistanceBound quick_distance_bound(const Graph& graph);

/// By Dijkstra's distances from and to one vertex of each strongly connected component, and the
/// longest way through the components: O(m log n). Never above the quick one.
DistanceBound distance_bound(const Graph& graph);

}  // namespace apsp

// How large a distance can be, proven before it is computed.
#pragma once

#include <string>

#include "apsp/graph.hpp"

namespace apsp {

struct DistanceBound {
    /// No |distance| between connected vertices is larger, nor is the cost of a shortest path
    /// between them.
    double value = 0;
    std::string reason;  ///< Where the value comes from.
};

/// (n - 1) times the largest cost, plus what potentials add. The weights must not be negative
/// unless there are potentials.
DistanceBound quick_distance_bound(const Graph& graph);

/// By Dijkstra's distances from and to one vertex of each strongly connected component, and the
/// longest way through the components: O(m log n). Never above the quick one.
DistanceBound distance_bound(const Graph& graph);

/// How small results over max_times may be, for weights from 0 to 1: every result other than 0 is
/// at least 2^-bits. By the bounds above, with -log2(weight) as the length of an arc: by the quick
/// one if that is at most `enough`.
double product_bits(const Graph& graph, double enough);

}  // namespace apsp

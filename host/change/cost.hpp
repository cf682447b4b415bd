// The cost of ways to change distances, and of solving anew, in sums of plain loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/rates.hpp"
#include "change/changing_graph.hpp"

namespace apsp {

/// Cost of the closure of a matrix, or of a search from each vertex.
inline double solve_cost(const ChangingGraph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const double search = n * n * (graph.mean_degree() + std::log2(n + 1));
    return measured::changes::kStart + std::min(n * n * n / measured::changes::kByKernel, search);
}

/// Cost of computing a pair again.
inline double pair_cost(const ChangingGraph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    return graph.dense() ? 1 + n / measured::changes::kByVector
                         : 1 + 2 * graph.mean_degree() + std::log2(n + 1);
}

/// Cost of looking at all vertices for pairs of so many arcs.
inline double search_cost(const ChangingGraph& graph, std::size_t arcs) {
    return static_cast<double>(arcs) * static_cast<double>(graph.vertices());
}

/// Cost of the closure of so many arcs, and of their rows.
inline double closure_cost(const ChangingGraph& graph, std::size_t arcs) {
    const auto n = static_cast<double>(graph.vertices()), k = static_cast<double>(arcs);
    return k * k * (k + n) / measured::changes::kByVector;
}

inline double product_cost(std::size_t rows, std::size_t columns, std::size_t depth, bool on_device,
                           bool with_paths) {
    const double sums =
        static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(depth);
    if (on_device) return sums / measured::changes::kByDevice;
    return sums /
           (with_paths || depth == 1 ? measured::changes::kByVector : measured::changes::kByKernel);
}

}  // namespace apsp

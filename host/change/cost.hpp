// What ways of changing distances cost beside solving anew, in sums of plain loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "change/changing_graph.hpp"

namespace apsp {

inline constexpr double kByKernel = 64;  // sums by the processor's kernels in the time of one
inline constexpr double kByVector = 4;   // and by loops that the compiler makes vectors of
inline constexpr double kByDevice = 500;
inline constexpr double kStart = 1e5;  // in the time that a solve takes to begin
inline constexpr double kSumsASecond = 1e9;
inline constexpr double kSumsOfACopiedByte = 0.05;  // to or from a device

/// The closure of a matrix, or a search from each vertex.
inline double solve_cost(const ChangingGraph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const double search = n * n * (graph.mean_degree() + std::log2(n + 1));
    return kStart + std::min(n * n * n / kByKernel, search);
}

/// Of a pair that is computed again.
inline double pair_cost(const ChangingGraph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    return graph.dense() ? 1 + n / kByVector : 1 + 2 * graph.mean_degree() + std::log2(n + 1);
}

/// Of looking at all vertices for pairs of so many arcs.
inline double search_cost(const ChangingGraph& graph, std::size_t arcs) {
    return static_cast<double>(arcs) * static_cast<double>(graph.vertices());
}

/// Of so many arcs' closure, and their rows.
inline double closure_cost(const ChangingGraph& graph, std::size_t arcs) {
    const auto n = static_cast<double>(graph.vertices()), k = static_cast<double>(arcs);
    return k * k * (k + n) / kByVector;
}

inline double product_cost(std::size_t rows, std::size_t columns, std::size_t depth, bool on_device,
                           bool with_paths) {
    const double sums =
        static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(depth);
    if (on_device) return sums / kByDevice;
    return sums / (with_paths || depth == 1 ? kByVector : kByKernel);
}

}  // namespace apsp

// Rounds of Bellman-Ford over the matrix of a dense graph, on all processors.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/potentials.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoParent = static_cast<std::uint32_t>(-1);

/// h + w rounded down. -infinity below all doubles.
inline double sum_down(double h, double w) {
    const DoubleDouble sum = exact_sum(h, w);
    if (!(sum.low < 0)) return sum.high;
    return std::nextafter(sum.high, -std::numeric_limits<double>::infinity());
}

/// Lowers the labels of all vertices by the arcs out of the changed ones, whose labels are those
/// before the round: h(j) becomes the smallest of sum_down(h(i), w(i, j)). What changes is marked
/// in `changed` instead, and gets a parent. Says whether anything did.
bool dense_round(const Graph& graph, std::vector<char>& changed, std::vector<double>& h,
                 std::vector<std::uint32_t>& parent);

}  // namespace apsp

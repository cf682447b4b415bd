// How small matrices are distributed over work-items: see kernels_cl/batch_gpu.cl.
#pragma once

#include <algorithm>
#include <cstddef>

#include "apsp/dtype.hpp"

namespace apsp {

/// Work-items per group, at most: on NVIDIA GPUs each then has 128 registers.
inline constexpr std::size_t kMostBatchItems = 512;
/// Rows and words per work-item on GPUs. Predecessors take as many registers again as distances.
template <std::size_t kWordBytes, bool kPaths>
inline constexpr int kBatchMicro = kPaths || kWordBytes > 4 ? 4 : 8;

inline constexpr std::size_t kBatchEdges = 8;  ///< Edges of matrices are multiples of it.

/// How matrices of one edge are distributed over work-items.
struct BatchShape {
    std::size_t sx, sy;       ///< Work-items per matrix; 0 where the edge is too large.
    std::size_t matrices;     ///< Matrices per group.
    std::size_t lines_bytes;  ///< Local memory per group.

    std::size_t group() const { return sx * sy * matrices; }
};

/// The shape with at most `most_items` work-items per group and the fewest matrices per group that
/// leave little of each warp idle.
inline BatchShape batch_shape(std::size_t edge, Dtype dtype, std::size_t micro,
                              std::size_t most_items) {
    const std::size_t lanes = size_of(dtype) < 4 ? 2 : 1;
    const std::size_t word = std::max<std::size_t>(size_of(dtype), 4);
    const std::size_t sx = (edge + micro * lanes - 1) / (micro * lanes), sy = sx * lanes;
    const std::size_t items = sx * sy;
    if (items > most_items) return {};
    constexpr std::size_t kWarp = 32;
    const std::size_t enough = std::min<std::size_t>(most_items, 256);
    const auto idle = [&](std::size_t matrices) {
        const std::size_t all = (matrices * items + kWarp - 1) / kWarp * kWarp;
        return static_cast<double>(all - matrices * items) / static_cast<double>(all);
    };
    std::size_t best = 1;
    for (std::size_t m = 1; m * items <= enough && idle(best) > 0.05; ++m) {
        if (idle(m) < idle(best)) best = m;
    }
    return {sx, sy, best, best * (6 * micro * word + 16) * sy};
}

}  // namespace apsp

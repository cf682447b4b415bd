// Visits the pairs of entries that mirror each other in a square matrix, tile by tile: row by row,
// each entry below the diagonal would touch another page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "apsp/matrix.hpp"
#include "base/parallel_for.hpp"

namespace apsp {

/// Calls f(above, below) with entries (i, j) and (j, i), for all i < j; by all threads.
/// @throws Stopped
template <class T, class F>
void for_each_mirrored(Matrix& matrix, F&& f) {
    constexpr std::size_t kTile = 64;
    const std::size_t n = matrix.n();
    const double cost = static_cast<double>(n) * kTile / 2;
    parallel_for({0, (n + kTile - 1) / kTile}, cost, [&](std::size_t part) {
        const std::size_t i0 = part * kTile;
        for (std::size_t j0 = i0; j0 < n; j0 += kTile) {
            const std::size_t last = std::min(n, j0 + kTile);
            for (std::size_t i = i0; i < std::min(n, i0 + kTile); ++i) {
                const auto row = matrix.row<T>(i);
                for (std::size_t j = std::max(j0, i + 1); j < last; ++j) {
                    f(row[j], matrix.row<T>(j)[i]);
                }
            }
        }
    });
}

template <class T>
void transpose(Matrix& matrix) {
    for_each_mirrored<T>(matrix, [](T& above, T& below) { std::swap(above, below); });
}

}  // namespace apsp

// The schedules: each computes the closure of a matrix that lies in one slab.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/tiles.hpp"
#include "base/stop.hpp"

namespace apsp {

/// Called with the done share of a schedule, now and then; may be empty.
using Progress = std::function<void(double)>;

/// What a schedule does now and then.
/// @throws Stopped
inline void tell(const Progress& progress, double share) {
    if (progress) progress(share);
    check_stop();
}

/// Blocked Kleene closure: blocks of pivots within blocks of pivots. Half the work where the matrix
/// is symmetric.
void kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress);

/// Kleene's part for some rows: closes `square`, whose rows they are, and relaxes them through it.
/// They have been relaxed through all pivots before. Where the square's columns are not among those
/// of `rows`, it is another slab's, which has padding after it.
void close_rows(Tiles& tiles, const View& rows, const View& square);

/// R-Kleene: recursion on quadrants. Half the work where the matrix is symmetric.
void r_kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress);

/// Floyd-Warshall: one step for each intermediate vertex.
void floyd_warshall(Steps& steps, std::size_t n, const Progress& progress);

}  // namespace apsp

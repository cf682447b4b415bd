// The schedules: each computes the closure of a matrix that lies in one slab.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/tiles.hpp"
#include "base/stop.hpp"

namespace apsp {

/// Called now and then with the fraction of a schedule that is done; may be empty.
using Progress = std::function<void(double)>;

/// Reports progress; every schedule calls it now and then.
/// @throws Stopped
inline void tell(const Progress& progress, double share) {
    if (progress) progress(share);
    check_stop();
}

/// Blocked Kleene closure, with blocks of pivots inside blocks. A symmetric matrix takes half the
/// work.
void kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress);

/// Kleene's step for the rows of one block of pivots: closes `square`, which has the same rows as
/// `rows`, and relaxes `rows` through it. They must already be relaxed through all earlier pivots.
/// If the square's columns are not among those of `rows`, it lies in another slab, with padding
/// after its columns.
void close_rows(Tiles& tiles, const View& rows, const View& square);

/// R-Kleene: recursion on quadrants. A symmetric matrix takes half the work.
void r_kleene(Tiles& tiles, const Slab& matrix, bool symmetric, const Progress& progress);

/// Floyd-Warshall: one step for each intermediate vertex.
void floyd_warshall(Steps& steps, std::size_t n, const Progress& progress);

}  // namespace apsp

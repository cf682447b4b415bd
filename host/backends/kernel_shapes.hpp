// How kernels are distributed over work-items, on GPUs most of them.
#pragma once

#include <cstddef>

#include "backends/kernel_options.hpp"

namespace apsp {

// What every matrix needs: see matrix.cl, pack_gpu.h and fw.cl of kernels_cl.
constexpr unsigned kSquare = 32;      ///< Edge of the squares that are transposed, or packed.
constexpr unsigned kSquareRows = 8;   ///< Rows of the group that transposes one.
constexpr unsigned kPackItems = 256;  ///< Work-items that pack a square.
constexpr unsigned kStepBytes = 16;   ///< Of cells per work-item of a step of Floyd-Warshall.

// What is computed from distances: see reduce_rows.cl, descent_sums.cl, near.cl, tight_arcs.cl and
// predecessors_gpu.cl.
constexpr unsigned kReductionGroup = 256;   ///< Work-items that share a row.
constexpr unsigned kPredecessorLanes = 32;  ///< Rows side by side; parts are multiples of it.
constexpr unsigned kPredecessorRows = 8;    ///< Of work-items that search.
constexpr unsigned kArcWord = 32;           ///< Rows per word of tight arcs, one bit each.
constexpr unsigned kArcItems = 32;          ///< Work-items that list the arcs into a vertex.
constexpr unsigned kDescentGroup = 32;      ///< Work-items that add up targets' distances.
constexpr unsigned kDescentTargets = 4;     ///< Of each of these.
constexpr unsigned kNearGroup = 32;         ///< Of near.cl, where work-items can vote.
constexpr unsigned kLevelGroup = 128;       ///< Of level_search.cl.

// See betweenness.cl.
constexpr unsigned kLoadGroup = 32;
constexpr unsigned kLoadTargets = 2;
constexpr unsigned kLoadItems = 8;

// A matrix that changes: see change.cl.
constexpr unsigned kChangeRows = 8;   ///< Per work-item.
constexpr unsigned kChangeLanes = 4;  ///< Elements of a row that are moved at once.
constexpr unsigned kChangeGroup = 128;
constexpr unsigned kChangeEdge = 16;  ///< Rows and columns per group of `take_columns`.

inline Defines change_defines() {
    return {{"ROWS", kChangeRows},
            {"LANES", kChangeLanes},
            {"GROUP", kChangeGroup},
            {"EDGE", kChangeEdge}};
}

// Small matrices: see batch_gpu.cl.

/// Work-items per group, at most: on NVIDIA GPUs each then has 128 registers.
inline constexpr std::size_t kMostBatchItems = 512;
/// Rows and words per work-item on GPUs. Predecessors take as many registers again as distances.
template <std::size_t kWordBytes, bool kPaths>
inline constexpr int kBatchMicro = kPaths || kWordBytes > 4 ? 4 : 8;

inline constexpr std::size_t kBatchEdges = 8;  ///< Edges of matrices are multiples of it.

}  // namespace apsp

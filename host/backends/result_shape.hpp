// How what is computed from distances is distributed over work-items on GPUs: see reduce_rows.cl,
// descent_sums.cl, near.cl, tight_arcs.cl and predecessors_gpu.cl of kernels_cl.
#pragma once

namespace apsp {

constexpr unsigned kReductionGroup = 256;   ///< Work-items that share a row.
constexpr unsigned kPredecessorLanes = 32;  ///< Rows side by side; parts are multiples of it.
constexpr unsigned kPredecessorRows = 8;    ///< Of work-items that search.
constexpr unsigned kArcWord = 32;           ///< Rows per word of tight arcs, one bit each.

constexpr unsigned kArcItems = 32;       ///< Work-items that list the arcs into a vertex.
constexpr unsigned kDescentGroup = 32;   ///< Work-items that add up targets' distances.
constexpr unsigned kDescentTargets = 4;  ///< Of each of these.

constexpr unsigned kNearGroup = 32;  ///< Of near.cl, where work-items can vote.

constexpr unsigned kLevelGroup = 128;  ///< Of level_search.cl.

// See betweenness.cl.
constexpr unsigned kLoadGroup = 32;
constexpr unsigned kLoadTargets = 2;
constexpr unsigned kLoadItems = 8;

}  // namespace apsp

// Breadth-first searches from a few sources at once, and the loads of all shortest paths from
// them, for one instruction set (source_block_kernel.cpp). Sources near one another reach most
// vertices on the same few levels, so that an arc is read a few times for all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "betweenness/block.hpp"

namespace apsp {

using Levels = std::int32_t[kLanes];

/// Arcs from each source to a vertex; kNoLevel if there is no path. Apart from the rest, since most
/// arcs that a search reads are of no shortest path.
struct alignas(64) SourceLevels {
    Levels of;
};
inline constexpr std::int32_t kNoLevel = 0x7fffffff;
inline constexpr std::uint32_t kNotQueued = 0xffffffff;

/// Of a vertex.
struct alignas(64) SourceLabel {
    Lanes count;  ///< Of shortest paths.
    Lanes share;  ///< Of the load that each path to the vertex brings with it.
};

struct SourceBlock {
    const std::size_t* first;     ///< Arcs out of vertex u are first[u] .. first[u + 1].
    const std::uint32_t* target;  ///< Of each arc.
    const double* ends;           ///< Weight of each vertex as a target.
    bool endpoints;
    std::size_t deepest;  ///< No paths of more arcs count.
    // Results, which the search adds to.
    double* load;
    double *squares, *arc_load;  ///< As of LoadSums; null if not wanted.
    double pairs;                ///< The weight of all pairs with a path.
    double most;                 ///< The largest number of paths of a pair.
    // Memory. Between searches, there are no levels, no counts, and nothing is queued.
    SourceLevels* levels;
    SourceLabel* labels;
    std::uint32_t* reached;  ///< Room for kLanes times each vertex: a level's vertices in turn.
    std::size_t* level;      ///< Where each level begins there; room for one more than vertices.
    std::uint32_t* queued;   ///< The last level for which each vertex was noted, or kNotQueued.
    // The sources of this block; lanes that are not used have weight 0 and the source 2^32 - 1.
    std::uint32_t source[kLanes];
    alignas(64) Lanes weight;
};

using SearchSources = void (*)(SourceBlock& block);

}  // namespace apsp

// The passes over an elimination tree that find the loads of all shortest paths to a few targets,
// for one instruction set (target_block_kernel.cpp).
//
// Every shortest path factors in one way: up, over shortcuts to vertices eliminated later, each
// over vertices eliminated earlier only, and from its turn down to the target. So numbers of paths
// follow from those of the shortcuts, and each source's load is handed back along the same factors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "betweenness/block.hpp"

namespace apsp {

/// The shortest paths along one entry of an elimination tree's lists, over vertices eliminated
/// before both of its ends.
struct CountedPaths {
    double length;
    double count;        ///< 0 if there is no path.
    std::uint32_t slot;  ///< Depth of the entry's vertex.
};

/// Of a vertex whose descendants are being computed: paths to each target, and the load that has
/// come up from the descendants.
struct alignas(64) TargetSlot {
    Lanes length, count, load;
};

/// Of a vertex above one of the targets: paths from there down to the targets over vertices
/// eliminated before it, and the load that turns there to go down.
struct alignas(64) TargetRow {
    Lanes length, count, load;
};

using TargetRanks = std::int64_t[kLanes];

struct TargetBlock {
    // The tree: list entries of rank x are first[x] .. first[x + 1].
    const std::size_t* first;
    const std::uint32_t *later, *depth;
    const CountedPaths *to, *from;  ///< From a rank to those of its list, and back.
    const double* own;              ///< Weight of each rank as a source.
    bool endpoints;
    double cutoff;  ///< The longest paths that count.
    // Results, which the passes add to.
    double *load, *to_load, *from_load;  ///< Of ranks and of list entries.
    double pairs;                        ///< The weight of all pairs with a path.
    double most;                         ///< The largest number of paths of a pair.
    // Memory.
    TargetSlot* slots;      ///< One for each depth.
    std::uint32_t* opened;  ///< Likewise.
    TargetRow* rows;        ///< Of the targets and the ranks above them, ascending.
    // The targets of this block; lanes that are not used have weight 0 and the target -1.
    const std::uint32_t* row_rank;  ///< The rank of each row.
    std::size_t row_count;
    const std::uint32_t* place;  ///< The row of each rank, or kNoRank.
    alignas(64) TargetRanks target;
    alignas(64) Lanes weight;
};

/// `go_up` fills the rows, `descend` computes the ranks lowest .. root of one tree of the forest,
/// and `go_down` ends the block.
struct TargetPasses {
    void (*go_up)(TargetBlock& block);
    void (*descend)(TargetBlock& block, std::size_t lowest, std::size_t root);
    void (*go_down)(TargetBlock& block);
};

}  // namespace apsp

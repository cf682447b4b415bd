// The order of a sweep down an elimination tree, and which rows of distances are in local memory at
// each step of it.
//
// A device computes a row of distances to some targets from the rows in its list, which are above
// it in the tree. Local memory has a number of slots for rows. The whole order is known beforehand,
// and with it which row is in which slot: the row whose next use is furthest away gives way (L. A.
// Belady, "A study of replacement algorithms for a virtual-storage computer", IBM Systems Journal
// 5(2), 1966). A row that is needed again comes from the result, where all rows are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/elimination_tree.hpp"

namespace apsp {

struct SweepSchedule {
    /// Entries come in groups of this size; those that fill up a group repeat another or mean
    /// nothing.
    static constexpr std::size_t kGroup = 4;
    static constexpr std::size_t kMostSlots = 1024;
    /// How the bits of Row::slot_groups_loads are divided, from the lowest on.
    static constexpr std::uint32_t kSlotBits = 11, kGroupBits = 10;
    static constexpr std::uint32_t kNoSlot = (1u << kSlotBits) - 1;
    static constexpr std::uint32_t kOfCore = std::uint32_t{1} << 31;
    static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

    /// In the form that kernels read.
    struct Row {
        std::uint32_t vertex;  ///< Its row of the result.
        std::uint32_t below;   ///< Vertices below it, and itself: the ranks that end with its own.
        std::uint32_t height;  ///< Eliminated ranks above it; also its row of the ways up.
        /// The slot that it is kept in from then on, or kNoSlot; how many of the next groups are
        /// its list; and how many of the next loads come before it.
        std::uint32_t slot_groups_loads;
    };
    /// Brings a row into a slot: a vertex's row of the result, or kOfCore and its place in the
    /// core.
    struct Load {
        std::uint32_t row, slot;
    };
    /// Rows that need no row of another part: where they, their groups and their loads begin.
    struct Part {
        std::uint32_t row, group, load, unused;
    };
    std::vector<Part> parts;  ///< And one more that begins after all rows.
    /// From the highest eliminated rank down. One more row, and one more group of entries, follow
    /// because kernels read ahead.
    std::vector<Row> rows;
    std::vector<std::uint16_t> slots;  ///< Of each entry.
    std::vector<std::size_t> entry;    ///< Its index in the tree's lists, or kNothing.
    std::vector<Load> loads;

    std::size_t part_count() const { return parts.size() - 1; }
};

/// There are more `slots` than entries in the longest list, and at most kMostSlots. The schedule
/// has at most `parts` parts.
SweepSchedule make_sweep_schedule(const EliminationTree& tree, std::size_t slots,
                                  std::size_t parts);

}  // namespace apsp

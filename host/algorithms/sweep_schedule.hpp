// The order of a sweep down an elimination tree, and which rows of distances are near at hand in
// it.
//
// A device computes a row of some targets from those of the row's list, which are above it. It has
// a number of slots for rows in its local memory. Which row is in which slot is known beforehand,
// as the whole order is: a row gives way whose next use is the furthest (L. A. Belady, "A study of
// replacement algorithms for a virtual-storage computer", IBM Systems Journal 5(2), 1966). What is
// asked for again comes from the result, where all rows are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/elimination_tree.hpp"

namespace apsp {

struct SweepSchedule {
    /// Entries come in groups of so many, where some may stand for nothing or stand there again.
    static constexpr std::size_t kGroup = 4;
    static constexpr std::size_t kMostSlots = 1024;
    /// How Row::slot_groups_loads is shared out, the lowest bits first.
    static constexpr std::uint32_t kSlotBits = 11, kGroupBits = 10;
    static constexpr std::uint32_t kNoSlot = (1u << kSlotBits) - 1;
    static constexpr std::uint32_t kOfCore = std::uint32_t{1} << 31;
    static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

    /// As kernels have it.
    struct Row {
        std::uint32_t vertex;  ///< Its row of the result.
        std::uint32_t below;   ///< Vertices below it, and itself: the ranks up to its own.
        std::uint32_t height;  ///< Of the eliminated ones above it; its row of the ways up.
        /// The slot that it is kept in from then on, or kNoSlot; groups of its list, the next ones;
        /// and loads before, the next ones.
        std::uint32_t slot_groups_loads;
    };
    /// A row is brought into a slot: of the result, by its vertex, or kOfCore and its place there.
    struct Load {
        std::uint32_t row, slot;
    };
    /// Rows that ask for none of other parts, and where their groups and loads begin.
    struct Part {
        std::uint32_t row, group, load, unused;
    };
    std::vector<Part> parts;  ///< And one that begins behind all rows.
    /// From the highest eliminated rank down. One more follows, and a group of entries, which
    /// kernels read ahead.
    std::vector<Row> rows;
    std::vector<std::uint16_t> slots;  ///< Of each entry.
    std::vector<std::size_t> entry;    ///< Where it is in the tree's lists, or kNothing.
    std::vector<Load> loads;

    std::size_t part_count() const { return parts.size() - 1; }
};

/// With so many slots, at most kMostSlots and more than the entries of the longest list; in so many
/// parts, or fewer.
SweepSchedule make_sweep_schedule(const EliminationTree& tree, std::size_t slots,
                                  std::size_t parts);

}  // namespace apsp

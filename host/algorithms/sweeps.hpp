// A device's part in elimination (elimination.hpp), apart from closing the core and updating
// through it: the best paths up the tree from some vertices, and rows of distances down from the
// core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "algorithms/sweep_schedule.hpp"
#include "algorithms/view.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// A tree in the form that kernels read. The best paths up the tree, called ways, are a slab with
/// one column per target. It has one row per height in the tree and, from `core_row` on, one row
/// per vertex of the core.
struct ClimbTables {
    explicit ClimbTables(const EliminationTree& tree);

    std::vector<std::uint32_t> first;   ///< Start of each eliminated rank's list, and an end.
    std::vector<std::uint32_t> parent;  ///< kNoRank for a root.
    std::vector<std::uint32_t> height;  ///< Eliminated ranks above it; also its row of the ways.
    std::vector<std::uint32_t> below;   ///< Ranks below it in the tree, and itself.
    std::vector<std::uint32_t> row;     ///< For each list entry, its row of the ways.
    std::vector<std::uint32_t> core;    ///< Vertices of the core.
    std::size_t heights = 0;            ///< 1 more than the largest height.
    std::size_t core_row = 0;           ///< A multiple of kPadding.
};

/// The ranks of some vertices in ascending order, and the place of each vertex among them.
struct Targets {
    Targets(const EliminationTree& tree, std::span<const std::uint32_t> vertices);

    std::vector<std::uint32_t> ranks, places;
};

class Sweeps {
  public:
    virtual ~Sweeps() = default;

    // Loaded data must live until other data is loaded, or as long as this object: a device may
    // read it in the host's memory. All earlier operations must be done before a load.

    virtual void load(const ClimbTables& tables) = 0;
    /// For go_down.
    virtual void load(const SweepSchedule& schedule) = 0;
    /// Values of the list entries: at `climb` in the order of the lists, followed by the semiring's
    /// one; at `descent` in the order of the schedule, or without one in that of the lists.
    virtual void load_numbers(const void* climb, const void* descent) = 0;
    virtual void load(const Targets& targets) = 0;

    /// Fills the targets' columns of `ways`, which hold the semiring's zero before.
    virtual void go_up(const Slab& ways) = 0;
    /// Writes the targets' columns of the result, from `column` on: copies the core's rows from
    /// `through` and computes the others.
    virtual void go_down(const Slab& ways, const Slab& through, const Slab& result,
                         std::size_t column) = 0;
    /// The reductions of the targets' columns of the result, in the order of their vertices, over
    /// min-plus. `heights` has the rows of `ways`: those of the core are complete, the others
    /// become what they are last. The question's weights go by ranks.
    virtual RowReductions add_up_descent(const Slab& ways, const Slab& heights,
                                         const RowQuestion& question) = 0;
    /// to[j][i] <- from[i][j], of whole slabs.
    virtual void transpose(const Slab& from, const Slab& to) = 0;
};

}  // namespace apsp

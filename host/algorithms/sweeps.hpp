// What a device does of elimination (elimination.hpp) beside closing its core and updating through
// it: ways up the tree from some vertices, and rows of distances down from the core.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "algorithms/sweep_schedule.hpp"
#include "algorithms/view.hpp"

namespace apsp {

/// A tree as kernels have it. The ways are a slab with a column for each target: a row for each
/// height above it in the tree, and from `core_row` on one for each vertex of the core.
struct ClimbTables {
    explicit ClimbTables(const EliminationTree& tree);

    std::vector<std::uint32_t> first;   ///< Of each eliminated rank's list; one more.
    std::vector<std::uint32_t> parent;  ///< kNoRank of a root.
    std::vector<std::uint32_t> height;  ///< Of eliminated ranks above it: its row of the ways.
    std::vector<std::uint32_t> row;     ///< Of each entry of the lists: its row of the ways.
    std::vector<std::uint32_t> core;    ///< Its vertices.
    std::size_t heights = 0;            ///< 1 more than the largest.
    std::size_t core_row = 0;           ///< A multiple of kPadding.
};

/// Of some vertices, `ranks` in ascending order, and where each of the vertices is among them.
struct Targets {
    Targets(const EliminationTree& tree, std::span<const std::uint32_t> vertices);

    std::vector<std::uint32_t> ranks, places;
};

class Sweeps {
  public:
    virtual ~Sweeps() = default;

    // What is loaded lives until other is, or as long as this: a device may work in the host's
    // memory. All operations before must be done.

    virtual void load(const ClimbTables& tables, const SweepSchedule& schedule) = 0;
    /// Numbers of the lists: at `climb` in their own order, and behind them the semiring's one; at
    /// `descent` in that of the schedule.
    virtual void load_numbers(const void* climb, const void* descent) = 0;
    virtual void load(const Targets& targets) = 0;

    /// The columns of `ways`, which hold the semiring's zero, become those of the targets.
    virtual void go_up(const Slab& ways) = 0;
    /// Columns of the result from `column` on become the targets': rows of the core are those of
    /// `through`, others follow.
    virtual void go_down(const Slab& ways, const Slab& through, const Slab& result,
                         std::size_t column) = 0;
    /// to[j][i] <- from[i][j], of whole slabs.
    virtual void transpose(const Slab& from, const Slab& to) = 0;
};

}  // namespace apsp

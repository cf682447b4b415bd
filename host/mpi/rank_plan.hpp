// What ranks agree on: who has which part of the matrix, and the steps of the solve.
//
// Ranks are a grid, numbered by its rows. All ranks of a row of the grid have the same rows of the
// matrix, all of a column the same columns. A step's pivots go to a rank as a row panel of its
// columns' width and a column panel of its rows' height: with R x C ranks n / C + n / R of them
// instead of n where everybody has whole rows. That is a grid of one column, and as good for few
// ranks.
#pragma once

#include <optional>
#include <vector>

#include "apsp/solve.hpp"
#include "mpi/comm.hpp"
#include "mpi/node.hpp"
#include "solve/plan.hpp"

namespace apsp::mpi {

struct Grid {
    int rows = 1;
    int cols = 1;
};

/// As in "4x2". @throws Error usage, also where those are not so many ranks
Grid parse_grid(const std::string& text, int ranks);

/// Where panels are while MPI has them.
enum class PanelPlace { host, device };

struct RankOptions {
    std::optional<Grid> grid;          ///< None: as suits the ranks.
    std::optional<PanelPlace> panels;  ///< None: on the device, where MPI and its memory allow it.
};

/// What the ranks have agreed on, and this one's part of it.
struct RankPlan {
    SolvePlan solve;           ///< Its `parts` are this rank's alone; none without rows.
    Grid grid;                 ///< Of one column: ranks at the end may have no rows.
    std::vector<Range> rows;   ///< Of each row of the grid, with padding.
    std::vector<Range> cols;   ///< Of each column of the grid, with padding.
    std::vector<Range> steps;  ///< None is cut by anybody's rows, columns or stripes.
    PanelPlace panels = PanelPlace::host;  ///< This rank's.
    std::size_t row = 0;                   ///< This rank's place.
    std::size_t col = 0;

    Range tile_rows() const { return rows[row]; }
    Range tile_cols() const { return cols[col]; }
    /// The whole rows, with padding, that each rank has at the beginning and at the end: those of a
    /// row of the grid have a slice of its rows each.
    std::vector<Range> slices() const;
    Range own() const;  ///< This rank's, without padding.
    /// Where each rank's rows begin, and where the last one's end, in units of so many bytes a row.
    std::vector<std::size_t> row_bounds(std::size_t bytes) const;
};

/// All ranks call it, and all throw Ended when something is wrong on one.
///
/// Deals the rows: equally over equal devices, else in proportion to what a short solve on all at
/// once measures. A grid of several columns is for equal devices; where none is asked for it is
/// taken from 9 ranks on, if it makes panels smaller by a third.
RankPlan plan_rank(const Comm& comm, const Node& node, const Graph& graph, const Device& device,
                   const SolveOptions& options, const RankOptions& wanted, int threads);

}  // namespace apsp::mpi

// What ranks agree on: who has which part of the matrix, and the steps of the solve.
#pragma once

#include <optional>
#include <vector>

#include "algorithms/distribution.hpp"
#include "apsp/labels.hpp"
#include "apsp/solve.hpp"
#include "mpi/comm.hpp"
#include "mpi/node.hpp"
#include "solve/plan.hpp"

namespace apsp::mpi {

/// As in "4x2". @throws Error usage, also where those are not so many ranks
Grid parse_grid(const std::string& text, std::size_t ranks);

struct RankOptions {
    std::optional<Grid> grid;  ///< None: as suits the ranks.
    bool checkpoints = false;
    bool keeps_rows = true;  ///< Once they are complete, in the matrix of distances.
};

/// What the ranks have agreed on, and this one's part of it.
struct RankPlan {
    RankOptions wanted;
    SolvePlan solve;                  ///< Its `parts` are this rank's alone; none without rows.
    Distribution parts;               ///< Of one column: some ranks may have no rows.
    std::vector<std::size_t> places;  ///< In the result, of the rows that `solve.rows` keeps.
    /// Of panels in devices: MPI reads these devices' memory, and other ranks do not.
    bool panels_by_mpi = false;
    std::size_t rank = 0;

    bool panels_in_devices() const { return solve.panels == PanelPlace::device; }
    bool by_rows() const { return solve.layout == Layout::by_rows; }
    /// Rows pass through the devices in stripes, each of which is a step.
    bool streamed() const { return solve.layout == Layout::streamed; }
    bool in_tiles() const { return parts.grid.cols > 1; }
    std::size_t row() const { return parts.row_of(rank); }  ///< This rank's place.
    std::size_t col() const { return parts.col_of(rank); }
    Range tile_rows() const { return parts.rows[row()]; }
    Range tile_cols() const { return parts.cols[col()]; }
    /// This rank's slice of whole rows, without padding: of the matrix, or where ranks make only
    /// the rows that are asked for, of the result.
    Range own() const;
    /// Where each rank's rows begin, and where the last one's end.
    std::vector<std::size_t> row_bounds() const;
    /// Finds those of the rows that the options name that are this rank's, once rows are dealt.
    void keep_rows();
};

/// All ranks call it, and all throw Ended when something is wrong on one.
///
/// Chooses the algorithm, if the options leave it open and all ranks' devices choose the same; else
/// it is kleene. Deals the rows: equally over equal devices, else in proportion to what a short
/// solve on all at once measures. A grid of several columns is for equal devices; where none is
/// asked for it is taken from 9 ranks on, if it makes panels smaller by a third. Without one, ranks
/// do half the work for a symmetric matrix where that pays and fits; they are then dealt areas
/// above the diagonal instead of rows. `labels` are for messages.
RankPlan plan_rank(const Ranks& comm, const Graph& graph, const Labels& labels,
                   const Device& device, const SolveOptions& options, const RankOptions& wanted);

/// Prints what may surprise about it, for all ranks.
void warn(const RankPlan& plan);

}  // namespace apsp::mpi

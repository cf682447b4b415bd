// A rank's part of a solve: some rows of the matrix, which nobody else holds.
//
// The matrix has the addresses of all rows, but only those that are touched, the rank's own, have
// memory behind them. So what works on rows of a matrix works on a part of one, too.
#pragma once

#include <functional>
#include <vector>

#include "apsp/solve.hpp"
#include "core/plan.hpp"
#include "core/row_flow.hpp"
#include "mpi/comm.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// What the ranks have agreed on, and this one's part of it.
struct RankPlan {
    SolvePlan solve;             ///< Its `parts` are this rank's alone; none without rows.
    std::vector<Range> rows;     ///< Each rank's, of the padded matrix.
    Range own;                   ///< This rank's, without padding.
    std::vector<Range> stripes;  ///< All ranks'.
};

/// All ranks call these, and all throw Ended when something is wrong on one.
///
/// Deals the rows: equally over equal devices, else in proportion to what a short solve on all at
/// once measures.
RankPlan plan_rank(const Comm& comm, const Node& node, const Graph& graph, const Device& device,
                   const SolveOptions& options, int threads);

/// Seconds of the whole, and of this rank alone.
struct RankSeconds {
    double open = 0;  ///< The engine, with its rows.
    double compute = 0;
    double download = 0;
    double own_compute = 0;  ///< Between its first and its last operation.
    double waiting = 0;      ///< For panels of others.
    double sending = 0;      ///< Own panels on their way.
};

/// From the rank's rows of a graph's matrix to those of its closure. A device that shares the
/// host's memory works in `matrix`. The source is let go when the device has its rows. An error on
/// one rank ends the job.
RankSeconds close_rank(const Comm& comm, const RankPlan& plan, RowSource source, Matrix& matrix,
                       const RowSink& sink, int threads,
                       const std::function<void(double)>& progress);

}  // namespace apsp::mpi

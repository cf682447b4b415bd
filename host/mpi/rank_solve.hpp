// A rank's part of a solve: some rows of the matrix, which nobody else holds.
//
// The matrix has the addresses of all rows, but only those that are touched, the rank's own, have
// memory behind them. So what works on rows of a matrix works on a part of one, too.
#pragma once

#include <functional>
#include <vector>

#include "apsp/solve.hpp"
#include "core/plan.hpp"
#include "mpi/comm.hpp"
#include "mpi/node.hpp"

namespace apsp::mpi {

/// What the ranks have agreed on, and this one's part of it.
struct RankPlan {
    SolvePlan solve;             ///< Its `parts` are this rank's alone; none without rows.
    std::vector<Range> rows;     ///< Each rank's, of the padded matrix.
    Range own;                   ///< This rank's.
    std::vector<Range> stripes;  ///< All ranks'.
};

/// All ranks call these, and all throw Ended when something is wrong on one.
///
/// Deals the rows: equally over equal devices, else in proportion to what a short solve on all at
/// once measures.
RankPlan plan_rank(const Comm& comm, const Node& node, const Graph& graph, const Device& device,
                   const SolveOptions& options, int threads);

/// The rank's rows, as algorithms start from them.
Matrix fill_rank(const Comm& comm, const RankPlan& plan, const Graph& graph);

/// Seconds of the whole, and of this rank alone.
struct RankSeconds {
    double open = 0;  ///< The engine, with its rows.
    double compute = 0;
    double download = 0;
    double own_compute = 0;  ///< Between its first and its last operation.
    double waiting = 0;      ///< For panels of others.
    double sending = 0;      ///< Own panels on their way.
};

/// The rank's rows become those of the closure. An error on one rank ends the job.
RankSeconds close_rank(const Comm& comm, const RankPlan& plan, Matrix& matrix, int threads,
                       const std::function<void(double)>& progress);

/// The part of `rows` that is no padding.
Range without_padding(const Matrix& matrix, Range rows);

}  // namespace apsp::mpi

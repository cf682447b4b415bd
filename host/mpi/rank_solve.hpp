// The computation over all ranks: rows to the engines, steps with checkpoints between them, and the
// closure's rows back.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "graph/row_flow.hpp"
#include "mpi/checkpoint.hpp"
#include "mpi/comm.hpp"
#include "mpi/rank_plan.hpp"
#include "solve/find_paths.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp::mpi {

/// Seconds of the whole, and of this rank alone.
struct RankSeconds {
    double open = 0;  ///< Opening the engine, with its rows.
    double compute = 0;
    double checkpoints = 0;
    double download = 0;
    double own_compute = 0;  ///< Between its first and its last operation.
    double waiting = 0;      ///< For panels of others.
    double sending = 0;      ///< Own panels on their way.
};

/// What becomes of the closure's rows.
struct RankResults {
    RowSink sink;  ///< Takes the rank's.
    /// If given: becomes the reductions of all rows, of which the rank has its own, and no row
    /// comes to the sink. It stays empty if a rank's device leaves its rows to the host.
    std::vector<RowReduction>* reduced = nullptr;
    /// If given: all ranks call it when all rows have come, with what has this rank's device search
    /// its rows, or nothing if the host has to.
    std::function<void(const PredecessorSearch&)> closed;
};

/// Computes the rank's rows of the closure from those of the graph's matrix or of the last
/// checkpoint. The matrix has the addresses of all rows, but only rows that are touched take
/// memory; if ranks have whole rows, a device that shares the host's memory works in its own ones.
/// The source is released once the device has its rows. All ranks call it. An error on one rank
/// during the computation ends the job.
RankSeconds close_rank(const Comm& comm, const RankPlan& plan, RowSource source, Matrix& matrix,
                       const RankResults& results, Checkpoints* checkpoints, std::size_t threads,
                       const std::function<void(double)>& progress);

/// Computes the rank's rows from the graph, for a plan by rows: in the matrix if that `keeps` them,
/// else in memory for one batch. In all else like close_rank; `results.closed` is not called.
RankSeconds make_rank_rows(const Comm& comm, const RankPlan& plan, const Graph& graph,
                           Matrix& matrix, bool keeps, const RankResults& results,
                           const std::function<void(double)>& progress);

}  // namespace apsp::mpi

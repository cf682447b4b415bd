// A rank's part of a matrix: its engine, what that holds, and the panels between it and others.
//
// The rest of the program knows whole rows. Where the matrix is dealt over a grid by rows and
// columns, the ranks of a row of the grid, which have the same rows, cut their columns out of them
// at the beginning, and put the rows together again at the end, each rank a slice of them.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "apsp/solve.hpp"
#include "graph/row_flow.hpp"
#include "mpi/comm.hpp"
#include "mpi/rank_panels.hpp"
#include "mpi/rank_plan.hpp"
#include "solve/find_paths.hpp"
#include "solve/share_worker.hpp"
#include "solve/stream_worker.hpp"

namespace apsp::mpi {

class RankWorker {
  public:
    /// For a rank with rows; `down` are those that have rows of the same columns. All of them call
    /// it. The plan and the matrix must outlive it. A device that shares the host's memory works in
    /// `matrix` where ranks have whole rows.
    RankWorker(const Ranks& comm, Comm down, const RankPlan& plan, Matrix& matrix);
    RankWorker(const RankWorker&) = delete;
    RankWorker& operator=(const RankWorker&) = delete;

    /// Opens the engine and brings it its part of these rows.
    void open(const RowSource& source);
    /// Makes the way to panels on the other ranks' devices, once all have opened theirs.
    void connect();
    /// See RankPanels::disconnect.
    void disconnect();
    /// Carries out the steps first .. last - 1. @throws what its engine throws; others then wait
    void compute(Range turns, const std::function<void(double)>& progress);
    /// The whole rows of this rank (RankPlan::own) as they are now. All ranks of a row of the grid
    /// call it.
    void give(const RowSink& sink);
    /// As Results::reduce_rows, of the rows that `give` would give; nothing if the device does not
    /// have them whole.
    RowReductions reduce_rows();
    /// What has the device search its rows for predecessors, if it is planned for that.
    PredecessorSearch predecessor_search();
    /// For the seconds of its device so far.
    SolutionShare share() const { return stream_ ? stream_->share() : worker_.share(); }
    double sending_seconds();

  private:
    void relax(Range turns, const std::function<void(double)>& progress);
    std::vector<RankPanels*> panels();
    void open_stream(const RowSource& source);
    void put_tile(const RowSource& source);
    void give_slice(const RowSink& sink);

    std::size_t row_bytes() const { return plan_.solve.matrix.ld * element_bytes_; }
    std::size_t width_bytes() const { return plan_.tile_cols().size() * element_bytes_; }

    Comm down_, across_;  // in a grid of several columns, those with the same rows
    const RankPlan& plan_;
    Matrix& matrix_;
    std::size_t threads_;
    std::size_t element_bytes_;
    ShareWorker worker_;
    std::optional<StreamWorker> stream_;  // instead, where rows are streamed
    /// None where there is nobody to exchange them with.
    std::optional<RankPanels> row_panels_, column_panels_;
    /// Of half the work: those that each rank but the last sends to ranks below it.
    std::deque<RankPanels> columns_down_;
};

}  // namespace apsp::mpi

// A rank's part of a matrix: its engine, what that holds, and the panels between it and others.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/device_memory.hpp"
#include "apsp/solve.hpp"
#include "graph/row_flow.hpp"
#include "mpi/comm.hpp"
#include "mpi/mpi_panels.hpp"
#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

class RankWorker {
  public:
    virtual ~RankWorker() = default;

    /// Opens the engine and brings it its part of these rows.
    virtual void open(const RowSource& source) = 0;
    /// Carries out the steps first .. last - 1. @throws what its engine throws; others then wait
    void compute(Range turns, const std::function<void(double)>& progress);
    /// The whole rows of this rank (RankPlan::own) as they are now. All ranks of a row of the grid
    /// call it.
    virtual void give(const RowSink& sink) = 0;
    /// Its seconds so far.
    virtual SolutionShare share() const = 0;
    double sending_seconds() const;

  protected:
    explicit RankWorker(bool own_processor, int threads)
        : own_processor_(own_processor), threads_(threads) {}
    virtual void relax(Range turns, const std::function<void(double)>& progress) = 0;

    /// Null where there is nobody to exchange them with.
    std::optional<MpiPanels> row_panels_, column_panels_;

  private:
    std::vector<MpiPanels*> panels();

    bool own_processor_;
    int threads_;
};

// What both kinds of workers need.

/// Whether the thread that carries panels has a processor that no other needs.
bool carries_alone(const RankPlan& plan, int threads);
/// The ranks that have each step's pivots, where those of these parts are numbered in order.
std::vector<int> roots_of(const std::vector<Range>& steps, const std::vector<Range>& parts);

/// Memory for panels: the device's where the plan has them there, else the host's.
MpiPanels::Allocate panel_memory(const RankPlan& plan, DeviceMemory& memory);

/// For a rank with rows; null for others. All ranks call it. Both arguments must outlive it. A
/// device that shares the host's memory works in `matrix` where ranks have whole rows.
std::unique_ptr<RankWorker> make_rank_worker(const Comm& comm, const RankPlan& plan, Matrix& matrix,
                                             int threads);

}  // namespace apsp::mpi

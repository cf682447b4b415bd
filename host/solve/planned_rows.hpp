// The computation if rows of the result are made from the graph.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/row_maker.hpp"
#include "algorithms/row_team.hpp"
#include "apsp/solve.hpp"
#include "base/stopwatch.hpp"
#include "solve/plan.hpp"
#include "solve/sum_checkpoints.hpp"

namespace apsp {

/// Makes rows by the plan's algorithm, on its devices, and notes seconds in `solution`. The
/// arguments of the constructor must outlive it.
class PlannedRows {
  public:
    PlannedRows(const SolvePlan& plan, const Graph& graph, Solution& solution);
    PlannedRows(const PlannedRows&) = delete;
    PlannedRows& operator=(const PlannedRows&) = delete;
    /// Notes what each device did, if there are several.
    ~PlannedRows();

    std::size_t batch() const { return maker_->batch(); }
    /// As RowMaker::make, for any number of sources.
    void make(std::span<const std::uint32_t> sources, void* to);
    /// The reductions of consecutive rows, made and reduced on the devices, or nothing if the host
    /// has to reduce them. With checkpoints, of all rows from the first that these lack.
    RowReductions reduce(Range rows, const Progress& progress,
                         SumCheckpoints* checkpoints = nullptr);
    /// As RowMaker::make_all.
    void make_all(Matrix& distances, const RowSink& take, const Progress& progress,
                  PathsBeside* beside = nullptr);
    /// As RowMaker::make_all_there.
    ReleasedMemory make_all_there(const Progress& progress);

  private:
    void note(double SolveSeconds::*beside, double taking = 0);

    const SolvePlan& plan_;
    Solution& solution_;
    Stopwatch watch_;
    std::vector<RowTeam::Tally> tallies_;
    std::unique_ptr<RowMaker> maker_;
};

}  // namespace apsp

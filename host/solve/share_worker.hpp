// One device's part of a matrix that is dealt over several: its engine, and what it holds.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "algorithms/shares.hpp"
#include "base/host_memory.hpp"
#include "graph/row_flow.hpp"
#include "solve/plan.hpp"

namespace apsp {

class ShareWorker {
  public:
    /// Of the matrix only the part's rows are touched, and only by a device that works in them;
    /// others' panels have `panel_rows` at most.
    ShareWorker(const PartPlan& part, Matrix& matrix, std::size_t panel_rows)
        : part_(part), matrix_(matrix), panel_rows_(panel_rows) {}

    /// Opens the engine and brings it its rows; with memory for others' panels if there are any.
    void open(bool others, const RowSource& source);
    /// The steps first .. last - 1 of all.
    void compute(std::span<const Range> steps, Range turns, Panels* panels,
                 const std::function<void(double)>& progress);
    /// The result's rows.
    void give(const RowSink& sink);

    SolutionShare share() const;
    Engine& engine() { return *engine_; }

  private:
    /// Calls f(stripe, rows) for pieces of a bounded size.
    void in_pieces(const std::function<void(std::size_t, Range)>& f) const;
    void* at(Range rows) const { return matrix_.row_data(rows.first); }

    Range all_columns() const { return {0, matrix_.ld()}; }

    const PartPlan& part_;
    Matrix& matrix_;
    std::size_t panel_rows_;
    HostMemory panels_[2];
    std::unique_ptr<Engine> engine_;
    double seconds_ = 0;
    double waited_ = 0;
};

}  // namespace apsp

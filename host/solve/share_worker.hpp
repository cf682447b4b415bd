// One engine's part of a matrix that is dealt over several: what it holds, and its computation.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/engine.hpp"
#include "algorithms/shares.hpp"
#include "algorithms/symmetric_shares.hpp"
#include "solve/plan.hpp"

namespace apsp {

class ShareWorker {
  public:
    /// The part has these columns of the matrix, with padding, and its stripes of them. Steps have
    /// `block` pivots at most.
    ShareWorker(const PartPlan& part, const Plan& matrix, Range cols, std::size_t block)
        : part_(part), matrix_(matrix), cols_(cols), block_(block) {}

    /// Opens the engine; with memory for panels of others that have other rows, or other columns,
    /// and for half the work, if the matrix is symmetric, for column panels that it sends. A device
    /// that works in the host's memory does so in `host`, if that is given: rows of the whole
    /// matrix, of which it touches its own.
    void open(bool row_panels, bool column_panels, Matrix* host = nullptr, bool half = false);
    DeviceMemory& memory() { return engine_->memory(); }

    // Where the part has all columns: whole rows, by the matrix's numbers.
    void put(const RowSource& source);
    void get(const RowSink& sink);

    /// As Results::predecessors; of parts that are planned for paths.
    void predecessors(const TightArcs& arcs, Matrix& predecessors) {
        engine_->results()->predecessors(arcs, stripes_, predecessors);
    }

    /// As Results::reduce_rows, of its own rows.
    RowReductions reduce_rows(const RowQuestion& question) {
        return engine_->results()->reduce_rows(question, matrix_.n, stripes_);
    }

    // Else: some rows of it, whose columns lie one after the other.
    void put(Range rows, const void* packed);
    void get(Range rows, void* packed);

    /// The steps first .. last - 1 of all. With half the work, all of them, and `above` are all
    /// engines that have rows above.
    void compute(std::span<const Range> steps, Range turns, Panels* row_panels,
                 Panels* column_panels, const Progress& progress,
                 const std::vector<SymmetricShare::Above>& above = {});

    SolutionShare share() const;

  private:
    /// Calls f(view, its first byte where they are packed) for the stripes of these rows.
    template <class F>
    void for_each_stripe(Range rows, F&& f) const;

    const PartPlan& part_;
    const Plan& matrix_;
    Range cols_;
    std::size_t block_;
    std::unique_ptr<Engine> engine_;
    std::vector<Stripe> stripes_;
    std::array<Slab, 2> row_slabs_, column_slabs_;
    std::optional<Slab> turned_;  // with half the work
    double seconds_ = 0;
    double waited_ = 0;
};

}  // namespace apsp

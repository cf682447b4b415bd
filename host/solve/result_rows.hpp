// Receives the rows of a result from a device, or from where they were computed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "apsp/solve.hpp"
#include "negative/restoration.hpp"
#include "solve/plan.hpp"
#include "solve/process_group.hpp"
#include "statistics/row_reduction.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {

/// Receives the rows of a closure, and is the only one to know which of them are kept.
class ResultRows {
  public:
    /// Which rows come: all, which stay in the matrix; all, which it does not hold together; or
    /// those of the result only, by `take_made`.
    enum class Coming { all_to_stay, all, wanted };

    /// Keeps those of `plan.rows`, in their order and repetition, in a matrix of its own; or if the
    /// options name none, all in `matrix` if they are to stay. Else rows are summed up, passed on
    /// to `options.take_rows` in batches, and dropped. `restoration` is null if rows come as
    /// distances. The arguments must outlive it.
    ResultRows(const SolvePlan& plan, Coming coming, Matrix& matrix, const Restoration* restoration,
               const ProcessGroup& group);

    /// As a RowSink; rows may lie in the matrix already. Several threads may bring rows, unless
    /// these are passed on: then all must come in order. If predecessors are wanted, they are found
    /// from costs, so costs stay until `finish`.
    /// @throws Error as Restoration::restore
    void take(Range rows, const void* from);
    /// Has the rows of the result made, in order and up to `most` at a time, and takes them.
    /// Returns the seconds that this took without making them and without `options.take_rows`.
    double take_made(
        std::size_t most,
        const std::function<void(std::span<const std::uint32_t> vertices, void* to)>& make);
    /// Finishes all rows; if some were chosen, they become the matrix. Notes in `solution` the
    /// summary and statistics that the options ask for, and their seconds. Passes on the rows that
    /// have not been, and drops them if the options do not keep them. `roots` are those of the
    /// graph's strong components; where the matrix holds all rows, they are found there.
    void finish_into(Solution& solution, const std::vector<std::uint32_t>& roots);

    /// Takes the reductions of all rows, if devices made them; then `take` is only for a matrix
    /// that holds all. Where rows are dealt, those of others are zeros.
    /// Returns whether there are any.
    bool take_reduced(RowReductions reduced) {
        by_devices_ = !reduced.empty();
        if (by_devices_) reduced_ = std::move(reduced);
        return by_devices_;
    }

  private:
    /// Finishes the row of `vertex`, which is row `place` of the result: turns costs into distances
    /// and sums them up. Several threads may call it.
    template <class T>
    void finish(std::span<T> row, std::size_t place, std::size_t vertex);
    /// The part of that which a row of distances needs.
    template <class T>
    void sum_up(std::span<const T> row, std::size_t place, std::size_t vertex);
    /// Whether each row is reduced for statistics as it comes.
    bool reduces() const { return !reduced_.empty() && !by_devices_; }
    void work_on(Range rows, const void* from);
    void pass_on(std::size_t last);
    /// The vertex of each row of the result.
    std::vector<std::uint32_t> vertices_of_rows() const;
    Summary summary() const;
    Statistics statistics(const std::vector<std::uint32_t>& roots);

    const SolveOptions& options_;
    const std::vector<std::size_t>& rows_;  // of the result, if the options name some
    std::size_t n_;
    Dtype dtype_;
    Matrix& matrix_;
    const Restoration* restoration_;
    const ProcessGroup& group_;
    bool stay_;       // in the matrix
    bool holds_all_;  // which they do not if some are other processes'
    bool choosing_;   // among the rows that come
    bool integral_;
    bool costs_stay_;
    Matrix chosen_;
    Matrix batch_;                 // of rows to pass on; it has none if none are
    std::size_t batch_first_ = 0;  // its first row
    std::vector<std::uint32_t> vertices_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  // row, place in chosen_; ascending
    bool passed_on_ = false;                                   // to options.take_rows
    double others_seconds_ = 0;  // of options.take_rows, which are not the solve's
    std::vector<Summary> sums_;  // one per row; empty if not wanted
    RowQuestion question_;
    /// By devices or here; none where just some rows of a matrix are finished.
    RowReductions reduced_;
    bool by_devices_ = false;
};

}  // namespace apsp

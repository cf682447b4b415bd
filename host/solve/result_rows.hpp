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
#include "statistics/row_reduction.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {

/// The vertex, among n, of each row of the result.
std::vector<std::uint32_t> vertices_of_rows(const SolveOptions& options, std::size_t n);

/// The roots of the graph's strong components, if statistics will need them because the rows are
/// not held together; else none.
std::vector<std::uint32_t> roots_for_statistics(const SolvePlan& plan, const Graph& graph);

/// Finishes each row of a result once it is complete: turns costs into distances and sums them up.
class FinishedRows {
  public:
    /// `restoration` is null if rows come as distances.
    FinishedRows(std::size_t rows, const SolveOptions& options, const Restoration* restoration,
                 bool sum_up);

    bool restores() const { return restoration_ != nullptr; }
    bool nothing_to_do() const { return !restores() && sums_.empty(); }
    /// Finishes the row of `vertex`, which is row `place` of the result. Several threads may call
    /// it.
    /// @throws Error as Restoration::restore
    template <class T>
    void finish(std::span<T> row, std::size_t place, std::size_t vertex);
    /// The part of `finish` that a row of distances needs.
    template <class T>
    void sum_up(std::span<const T> row, std::size_t place, std::size_t vertex);

    /// The summary of all rows, if they are summed up.
    std::optional<Summary> summary() const;
    /// The same sums in the form that statistics take.
    std::vector<RowReduction> reductions() const;

  private:
    Semiring semiring_;
    const Restoration* restoration_;
    std::vector<Summary> sums_;  // one per row; empty if not wanted
};

/// Receives the rows of a closure, and is the only one to know which of them are kept.
class ResultRows {
  public:
    /// Which rows come: all, which stay in the matrix; all, which it does not hold together; or
    /// those of the result only, by `take_made`.
    enum class Coming { all_to_stay, all, wanted };

    /// Keeps those of `options.rows`, in their order and repetition, in a matrix of its own; or if
    /// none are named, all in `matrix` if they are to stay. Else rows are summed up, passed on to
    /// `options.take_rows` in batches, and dropped. `restoration` is null if rows come as
    /// distances.
    ResultRows(Matrix& matrix, Coming coming, std::size_t n, Dtype dtype,
               const SolveOptions& options, const Restoration* restoration);

    /// As a RowSink; rows may lie in the matrix already. Several threads may bring rows, unless
    /// these are passed on: then all must come in order. If predecessors are wanted, they are found
    /// from costs, so costs stay until `finish`.
    /// @throws Error as Restoration::restore
    void take(Range rows, const void* from);
    /// Takes all rows, which lie in the matrix.
    void take_all() { take({0, n_}, matrix_.data()); }
    /// Has the rows of the result made, in order and up to `most` at a time, and takes them.
    /// Returns the seconds that this took without making them and without `options.take_rows`.
    double take_made(
        std::size_t most,
        const std::function<void(std::span<const std::uint32_t> vertices, void* to)>& make);
    /// Once there are predecessors, does the rest of the work on these rows, if any.
    /// @throws Error as Restoration::restore
    void finish(Range rows);
    /// Finishes all rows; if some were chosen, they become the matrix. Notes in `solution` the
    /// summary and statistics that the options ask for, and their seconds. Passes on the rows that
    /// have not been, and drops them if the options do not keep them. `roots` is as for
    /// `statistics`.
    void finish_into(Solution& solution, const std::vector<std::uint32_t>& roots);

    /// The chosen rows, if any were.
    const Matrix& chosen() const { return chosen_; }
    /// Takes the reductions of all rows, if devices made them; then `take` is only for a matrix
    /// that holds all. Where rows are dealt, those of others are zeros.
    /// Returns whether there are any.
    bool take_reduced(std::vector<RowReduction> reduced) {
        reduced_ = std::move(reduced);
        return !reduced_.empty();
    }

    /// The summary of the result's rows, if the options ask for it, or for statistics of rows that
    /// are not held.
    std::optional<Summary> summary() const;
    /// The roots are found in the matrix if that holds all.
    Statistics statistics(const std::vector<std::uint32_t>& roots) const;
    /// The same sums in the form that statistics take.
    std::vector<RowReduction> reductions() const;

  private:
    void work_on(Range rows, const void* from);
    void pass_on(std::size_t last);

    const SolveOptions& options_;
    Matrix& matrix_;
    bool holds_all_;
    Matrix chosen_;
    Matrix batch_;                 // of rows to pass on; it has none if none are
    std::size_t batch_first_ = 0;  // its first row
    std::vector<std::uint32_t> vertices_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  // row, place in chosen_; ascending
    std::size_t n_;
    Dtype dtype_;
    bool costs_stay_;
    bool passed_on_ = false;     // to options.take_rows
    double others_seconds_ = 0;  // of options.take_rows, which are not the solve's
    FinishedRows finished_;
    std::vector<RowReduction> reduced_;  // by devices
};

}  // namespace apsp

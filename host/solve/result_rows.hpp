// Where the rows of a result arrive, from a device or from where they were computed.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "apsp/solve.hpp"
#include "solve/restoration.hpp"
#include "statistics/row_reduction.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {

/// The vertex that each row of the result is of, among n.
std::vector<std::uint32_t> vertices_of_rows(const SolveOptions& options, std::size_t n);

/// What is done with each row of a result, once it is whole: costs become distances, which are
/// summed up.
class FinishedRows {
  public:
    /// For so many. `restoration` is null where rows come as distances.
    FinishedRows(std::size_t rows, const SolveOptions& options, const Restoration* restoration,
                 bool sum_up);

    bool restores() const { return restoration_ != nullptr; }
    bool nothing_to_do() const { return !restores() && sums_.empty(); }
    /// The row of `vertex`, which is one of the result. Several threads may call it.
    /// @throws Error as Restoration::restore
    template <class T>
    void finish(std::span<T> row, std::size_t place, std::size_t vertex);
    /// What is left of that for a row of distances.
    template <class T>
    void sum_up(std::span<const T> row, std::size_t place, std::size_t vertex);

    /// Of all, if they are summed up.
    std::optional<Summary> summary() const;
    /// The same sums as statistics of each take them.
    std::vector<RowReduction> reductions() const;

  private:
    Semiring semiring_;
    const Restoration* restoration_;
    std::vector<Summary> sums_;  // a row each; empty where nobody asks
};

class ResultRows {
  public:
    /// Keeps all rows in `matrix`, or those of `options.rows`, as often and in the order that they
    /// are asked for, in one of its own. `restoration` is null where rows come as distances.
    ResultRows(Matrix& matrix, std::size_t n, Dtype dtype, const SolveOptions& options,
               const Restoration* restoration);

    /// As a RowSink; several threads may bring rows. They may lie in the matrix already.
    /// Where predecessors are wanted, which are found from costs, costs stay until `finish`.
    /// @throws Error as Restoration::restore
    void take(Range rows, const void* from);
    /// All, which lie in the matrix.
    void take_all() { take({0, n_}, matrix_.data()); }
    /// Once there are predecessors: the rest of what is to be done with these rows, if any.
    /// @throws Error as Restoration::restore
    void finish(Range rows);
    /// Of all rows; those that were chosen, if any, become the matrix.
    void finish_all();

    /// The chosen rows, if any were.
    const Matrix& chosen() const { return chosen_; }
    /// Of the result's rows, if the options ask for it.
    std::optional<Summary> summary() const { return finished_.summary(); }

  private:
    void work_on(Range rows, const void* from);

    Matrix& matrix_;
    Matrix chosen_;
    std::vector<std::pair<std::size_t, std::size_t>> places_;  // row, and one of chosen_; ascending
    std::size_t n_;
    Dtype dtype_;
    bool costs_stay_;
    FinishedRows finished_;
};

}  // namespace apsp

// Where the rows of a result arrive, from a device or from where they were computed.
#pragma once

#include <optional>
#include <vector>

#include "apsp/solve.hpp"
#include "solve/restoration.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {

class ResultRows {
  public:
    /// Keeps `options.rows` in `distances`, which will be of n vertices, or all rows. `restoration`
    /// is null where rows come as distances.
    ResultRows(Matrix& distances, std::size_t n, const SolveOptions& options,
               const Restoration* restoration);

    /// As a RowSink; several threads may bring rows. They may lie in the matrix already.
    /// Where predecessors are wanted, which are found from costs, costs stay until `finish`.
    /// @throws Error as Restoration::restore
    void take(Range rows, const void* from);
    /// All, which lie in the matrix.
    void take_all() { take({0, distances_.n()}, distances_.data()); }
    /// Once there are predecessors: the rest of what is to be done with these rows, if any.
    /// @throws Error as Restoration::restore
    void finish(Range rows);
    void finish_all() { finish({0, distances_.n()}); }

    /// Of the rows that came, if the options ask for it.
    std::optional<Summary> summary() const;

  private:
    void work_on(Range rows, const void* from);
    bool wanted(std::size_t row) const { return wanted_.empty() || wanted_[row] != 0; }

    Matrix& distances_;
    Semiring semiring_;
    const Restoration* restoration_;
    bool costs_stay_;
    std::vector<char> wanted_;      // a row each; empty for all
    std::vector<RowSummary> sums_;  // a row each; empty where nobody asks
};

}  // namespace apsp

// The reduction of each row of distances that statistics need, as the host does it. Devices do it
// where the matrix is: see Results::reduce_rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apsp/matrix.hpp"
#include "apsp/statistics.hpp"
#include "apsp/summary.hpp"

namespace apsp {

/// Entries from here on are not distances.
double no_path(Dtype dtype);

/// What is reduced of each row of distances over min-plus.
struct RowQuestion : StatisticsOptions {
    explicit RowQuestion(Dtype dtype, const StatisticsOptions& options = {});

    /// Whether a device that answers it must have f64.
    bool needs_f64() const { return more() || !is_integral(dtype); }
    /// Whether it is about more than count, largest and sum.
    bool more() const { return harmonic || !bounds.empty(); }

    Dtype dtype;
    double no_path;
    /// Of each bound: the least number of the dtype above it, or `no_path`.
    std::vector<double> limits;
};

/// Over the entries of a row that are distances, without the diagonal.
struct RowReduction {
    std::uint64_t count = 0;
    double largest = 0;   ///< Including the diagonal's 0.
    double sum = 0;       ///< Exact for integers: 2^22 of them below 2^30.
    double harmonic = 0;  ///< The sum of 1 / d for d other than 0, if asked for.

    bool operator==(const RowReduction&) const = default;
};

/// Of some rows; none where only the host could reduce them.
struct RowReductions {
    std::vector<RowReduction> rows;
    /// For each bound, the weight of the entries up to it, without the diagonal: of all rows
    /// together; and if asked for, of each row in turn.
    std::vector<double> totals = {}, within = {};

    bool empty() const { return rows.empty(); }
    /// Takes the weights of a row, which has none yet. Several threads may call it.
    void take_within(std::size_t row, std::span<const double> weights);
    /// Sets those from row `first` on to `part`.
    void put(std::size_t first, const RowReductions& part);

    bool operator==(const RowReductions&) const = default;
};
/// Of so many rows, with nothing reduced yet.
RowReductions no_reductions(const RowQuestion& question, std::size_t rows);

/// Reduces the entries of row i, sets reduction `place` to it, and returns its summary.
/// @tparam T element type
template <class T>
Summary reduce_row(std::span<const T> row, std::size_t i, const RowQuestion& question,
                   RowReductions& to, std::size_t place);

/// Reduces these rows.
RowReductions reduce_rows(const Matrix& distances, const RowQuestion& question, Range rows);

/// The summary of rows of numbers that are not negative, which are integers or not.
Summary summary_of(const RowReductions& reduced, bool integral);

}  // namespace apsp

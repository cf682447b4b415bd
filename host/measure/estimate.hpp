// Estimates what a cell will take from what fewer vertices took.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/results.hpp"

namespace apsp::sweep {

/// Seconds of a cell's processes.
struct Estimate {
    double first = 0;      ///< The first run, which verifies.
    double further = 0;    ///< Each of the others.
    std::size_t from = 0;  ///< The vertices that were measured.

    double all(std::size_t runs) const { return first + further * static_cast<double>(runs - 1); }
};

/// From the row of the same kind with the most vertices below the cell's: computing grows with the
/// cube of the vertices, reading, moving and checking a matrix with the square, and the rest not at
/// all.
std::optional<Estimate> estimate(const Cell& cell, const std::vector<Row>& rows);

/// Why a run is expected to take longer than `time_limit`, or all of them longer than `left`; "" if
/// nothing suggests that.
std::string beyond_reach(const Cell& cell, const std::vector<Row>& rows, std::size_t repeat,
                         double time_limit, double left);

}  // namespace apsp::sweep

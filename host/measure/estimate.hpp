// What a cell will take, from what fewer vertices took.
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
    std::size_t from = 0;  ///< The vertices that it is from.

    double all(std::size_t runs) const { return first + further * static_cast<double>(runs - 1); }
};

/// From the row of the most, but fewer, vertices of the same kind: computing grows with the cube of
/// the vertices, reading, moving and checking a matrix with the square, and the rest not at all.
std::optional<Estimate> estimate(const Cell& cell, const std::vector<Row>& rows);

/// Why a run will take longer than `time_limit`, or all of them longer than `left`; "" when there
/// is no reason to think so.
std::string beyond_reach(const Cell& cell, const std::vector<Row>& rows, std::size_t repeat,
                         double time_limit, double left);

}  // namespace apsp::sweep

// A summary of all distances: how many there are, their sum, and the largest.
#pragma once

#include <cstdint>
#include <span>

#include "apsp/export.h"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Over the ordered pairs i != j that have a path: sums, and the largest value.
struct Summary {
    std::uint64_t reachable_pairs = 0;
    bool integral = true;  ///< Every distance is an integer; then `sum_integer` is exact.
    std::int64_t sum_integer = 0;
    double sum = 0;
    double max = 0;  ///< The largest distance (the diameter, where all pairs are reachable).
};

/// @throws Error bad_input unless `distances` has all rows
APSP_EXPORT Summary summarize(const Matrix& distances, Semiring semiring = Semiring::min_plus);
/// The same over the pairs of some rows only; `add_up` combines such summaries.
/// @throws Error usage for rows that are not there
APSP_EXPORT Summary summarize(const Matrix& distances, Range rows, Semiring semiring);
APSP_EXPORT Summary add_up(std::span<const Summary> parts);

}  // namespace apsp

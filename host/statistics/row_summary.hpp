// A Summary from rows: each is summed by itself, and the sums are added in the rows' order, so that
// the result does not depend on who sums which.
#pragma once

#include <cstdint>
#include <span>

#include "apsp/summary.hpp"

namespace apsp {

/// Of the entries of a row that are off the diagonal and not `no_path`.
struct RowSummary {
    std::uint64_t pairs = 0;
    std::uint64_t sum_integer = 0;  ///< Modulo 2^64; where `integral`.
    double sum = 0;
    double largest = 0;  ///< Where there are pairs.
    bool integral = true;
};

/// Row i. @tparam T element type
template <class T>
RowSummary summarize_row(std::span<const T> row, std::size_t i, T no_path);

Summary add_up(std::span<const RowSummary> rows);

}  // namespace apsp

// A Summary from rows: each row is summed by itself, and the sums are added in the order of the
// rows, so that the result does not depend on which thread sums which row.
#pragma once

#include <span>

#include "apsp/summary.hpp"

namespace apsp {

/// Sums up the entries of row i that are off the diagonal and not `no_path`. If they are
/// `integral`, the integer sum is modulo 2^64. @tparam T element type
template <class T>
Summary summarize_row(std::span<const T> row, std::size_t i, T no_path);

}  // namespace apsp

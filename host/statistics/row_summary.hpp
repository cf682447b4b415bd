// A Summary from rows: each is summed by itself, and the sums are added in the rows' order, so that
// the result does not depend on who sums which.
#pragma once

#include <span>

#include "apsp/summary.hpp"

namespace apsp {

/// Of the entries of row i that are off the diagonal and not `no_path`; its integer sum, where
/// `integral`, is modulo 2^64. @tparam T element type
template <class T>
Summary summarize_row(std::span<const T> row, std::size_t i, T no_path);

}  // namespace apsp

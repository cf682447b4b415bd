// The padding of a matrix: what lies beyond its n rows and columns.
#pragma once

#include <algorithm>
#include <cstddef>

#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Edges of matrices are padded to a multiple of this, which every tile edge divides.
inline constexpr std::size_t kPadding = 128;
constexpr std::size_t padded(std::size_t n) {
    return (n + kPadding - 1) / kPadding * kPadding;
}

/// Those of these rows that are not padding in a matrix of n vertices.
inline Range without_padding(Range rows, std::size_t n) {
    return {std::min(rows.first, n), std::min(rows.last, n)};
}

/// Fills the padding with the semiring's zero, so that no path leads through it.
void fill_padding(Matrix& matrix, Semiring semiring);
/// The same in these rows only, which may include padding.
void fill_padding(Matrix& matrix, Range rows, Semiring semiring);
/// The same for rows of a matrix of n vertices that lie at `to`.
void write_padding(void* to, Dtype dtype, std::size_t n, Range rows, Semiring semiring);

}  // namespace apsp

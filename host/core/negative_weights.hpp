// What a computation with negative weights leaves to be tidied, in some rows of its result.
#pragma once

#include <type_traits>

#include "apsp/matrix.hpp"

namespace apsp {

/// From which value on an entry is no distance: integer sentinels drift when negative weights are
/// added to them (see path_limit).
template <class T>
constexpr T drifted_infinity() {
    return std::is_integral_v<T> ? static_cast<T>(infinity<T>() / 2 + 1) : infinity<T>();
}

/// Puts drifted sentinels back.
void restore_infinity(Matrix& distances, Range rows);

/// Whether D[i][i] < 0 (or NaN) for some i.
bool has_negative_diagonal(const Matrix& distances, Range rows);
void clear_diagonal(Matrix& distances, Range rows);

}  // namespace apsp

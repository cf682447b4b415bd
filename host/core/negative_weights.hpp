// What a computation with negative weights leaves to be tidied in its result.
#pragma once

#include <span>
#include <type_traits>

#include "apsp/dtype.hpp"

namespace apsp {

/// From which value on an entry is no distance: integer sentinels drift when negative weights are
/// added to them (see path_limit).
template <class T>
constexpr T drifted_infinity() {
    return std::is_integral_v<T> ? static_cast<T>(infinity<T>() / 2 + 1) : infinity<T>();
}

/// Tidies row i: puts drifted sentinels back; and the diagonal, which the roundings of real weights
/// around a cycle of length 0 can turn negative.
template <class T>
void tidy_row(std::span<T> row, std::size_t i) {
    if constexpr (std::is_integral_v<T>) {
        for (T& d : row) d = d >= drifted_infinity<T>() ? infinity<T>() : d;
    }
    row[i] = T{0};
}

}  // namespace apsp

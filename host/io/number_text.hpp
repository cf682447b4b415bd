// How the numbers of results are written as text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "apsp/dtype.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Room for any number and a separator: "-1.7976931348623157e+308," has 25 characters.
inline constexpr std::size_t kLongestNumber = 32;

/// What an entry stands for: -1 or 1 for an infinity, "no path" or the empty path, which integers
/// have a number for; 0 for itself.
template <class T>
int sign_of_infinity(T entry, Semiring semiring) {
    const auto sign = [](double end) { return std::isinf(end) ? (end < 0 ? -1 : 1) : 0; };
    if (entry == zero<T>(semiring)) return sign(zero<double>(semiring));
    if (entry == one<T>(semiring)) return sign(one<double>(semiring));
    return 0;
}

/// Writes a distance with the fewest digits that read back as the same value (to_chars, in any
/// locale with a point). Integers write infinities as "inf" and "-inf", too, so that no number of a
/// text is one in one type and none in another.
template <class T>
char* write_number(char* out, T number, Semiring semiring) {
    if constexpr (std::is_integral_v<T>) {
        const int sign = sign_of_infinity(number, semiring);
        if (sign > 0) return std::copy_n("inf", 3, out);
        if (sign < 0) return std::copy_n("-inf", 4, out);
    }
    return std::to_chars(out, out + kLongestNumber, number).ptr;
}

}  // namespace apsp

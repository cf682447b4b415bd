// How the numbers of results are written as text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <type_traits>

#include "apsp/dtype.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Room for any number and a separator: "-1.7976931348623157e+308," has 25 characters.
inline constexpr std::size_t kLongestNumber = 32;

/// Writes a distance with the fewest digits that read back as the same value (to_chars, in any
/// locale with a point). The sentinel that integers have for "no path" becomes "inf" like that of
/// floats; over other semirings than min_plus it is a number like any other.
template <class T>
char* write_number(char* out, T number, Semiring semiring) {
    if (std::is_integral_v<T> && semiring == Semiring::min_plus && number == infinity<T>()) {
        return std::copy_n("inf", 3, out);
    }
    return std::to_chars(out, out + kLongestNumber, number).ptr;
}

}  // namespace apsp

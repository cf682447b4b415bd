// Numbers as text, for the writers: the fewest digits that read back as the same value (to_chars,
// in any locale with a point), "inf" for no path.
#pragma once

#include <algorithm>
#include <charconv>

#include "apsp/dtype.hpp"

namespace apsp {

/// Most characters of a number and what separates it: "-1.7976931348623157e+308," has 25.
inline constexpr std::size_t kLongestNumber = 32;

/// Prints to `out`, which has room for kLongestNumber characters; returns the end.
template <class T>
char* print_number(T value, char separator, char* out) {
    if (value == infinity<T>()) {
        out = std::copy_n("inf", 3, out);
    } else {
        out = std::to_chars(out, out + kLongestNumber, value).ptr;
    }
    *out++ = separator;
    return out;
}

}  // namespace apsp

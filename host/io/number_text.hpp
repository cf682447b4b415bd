// How the numbers of results are written as text.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "apsp/dtype.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Room for any number and a separator: "-1.7976931348623157e+308," has 25 characters.
inline constexpr std::size_t kLongestNumber = 32;

/// Writes the entries of results over a semiring.
template <class T>
class NumberWriter {
  public:
    explicit NumberWriter(Semiring semiring) {
        if constexpr (std::is_integral_v<T>) {
            note(zero<T>(semiring), zero<double>(semiring));
            note(one<T>(semiring), one<double>(semiring));
        }
    }

    /// Whether integers have this number for an infinity: "no path", or the empty path.
    bool infinite(T number) const {
        return (plus_ && number == *plus_) || (minus_ && number == *minus_);
    }

    /// Writes a distance with the fewest digits that read back as the same value (to_chars, in any
    /// locale with a point). Integers write infinities as "inf" and "-inf", too, so that no number
    /// of a text is one in one type and none in another.
    char* operator()(char* out, T number) const {
        if (plus_ && number == *plus_) return std::copy_n("inf", 3, out);
        if (minus_ && number == *minus_) return std::copy_n("-inf", 4, out);
        return std::to_chars(out, out + kLongestNumber, number).ptr;
    }

  private:
    void note(T number, double meaning) {
        if (std::isinf(meaning)) (meaning > 0 ? plus_ : minus_) = number;
    }

    std::optional<T> plus_, minus_;
};

}  // namespace apsp

// Sums of doubles without rounding: every finite double is an integer times 2^-1074, so that a sum
// of many is an integer of a few words, in two's complement, times a power of two that they share.
//
// U. Kulisch, "Computer Arithmetic and Validity", 2013, chapter 8 (the long accumulator), in no
// more words than the numbers at hand need.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apsp {

/// The format of such a sum: how many words it has, and the value of the lowest bit.
class FixedPoint {
  public:
    using Word = std::uint64_t;

    /// Makes room for sums of values like this one. 0 needs none.
    void hold(double value) {
        // Nearly all values, of 53 bits, already have room.
        const int exponent = static_cast<int>(std::bit_cast<Word>(value) >> 52 & 0x7FF) - 1023;
        if (exponent > -1023 && exponent - 52 >= lowest_ && exponent < highest_) return;
        make_room(value);
    }
    /// The number of words that sums of `terms` such values need.
    std::size_t words(std::size_t terms) const;

    /// The exponent of the lowest bit.
    int lowest() const { return lowest_; }

    /// sum += value, which must have been held.
    void add(std::span<Word> sum, double value) const;
    /// Subtracts the number's first 53 bits from it and returns them: what is left is smaller than
    /// the last of them. 0 for 0; infinite beyond the range of doubles.
    double take_leading(std::span<Word> number) const;

    static bool negative(std::span<const Word> number) { return (number.back() >> 63) != 0; }
    static bool less(std::span<const Word> a, std::span<const Word> b);

  private:
    void make_room(double value);

    int lowest_ = 2000;  // exponents of the lowest and highest bits held so far
    int highest_ = -2000;
};

/// The sum of these numbers, with the right sign and to within one rounding.
double exact_sum(std::span<const double> values);

}  // namespace apsp

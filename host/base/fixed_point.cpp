// See fixed_point.hpp.
#include "base/fixed_point.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace apsp {
namespace {

using Word = FixedPoint::Word;

/// |value| = bits * 2^exponent, where bits is odd.
struct Parts {
    Word bits;
    int exponent;
};

Parts parts_of(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    const auto bits = static_cast<Word>(std::ldexp(fraction, 53));
    const int zeros = std::countr_zero(bits);
    return {bits >> zeros, exponent - 53 + zeros};
}

void negate(std::span<Word> number) {
    bool carry = true;
    for (Word& word : number) {
        word = ~word + (carry ? 1 : 0);
        carry = carry && word == 0;
    }
}

}  // namespace

void FixedPoint::make_room(double value) {
    if (value == 0) return;
    const Parts parts = parts_of(value);
    lowest_ = std::min(lowest_, parts.exponent);
    highest_ = std::max(highest_, parts.exponent + static_cast<int>(std::bit_width(parts.bits)));
}

std::size_t FixedPoint::words(std::size_t terms) const {
    const int bits = std::max(0, highest_ - lowest_) + static_cast<int>(std::bit_width(terms)) + 1;
    return static_cast<std::size_t>(bits) / 64 + 1;
}

void FixedPoint::add(std::span<Word> sum, double value) const {
    if (value == 0) return;
    const Parts parts = parts_of(value);
    const auto shift = static_cast<std::size_t>(parts.exponent - lowest_);
    const std::size_t first = shift / 64, offset = shift % 64;
    const Word low = parts.bits << offset;
    const Word high = offset == 0 ? 0 : parts.bits >> (64 - offset);
    Word carry = 0;
    for (std::size_t k = first; k < sum.size(); ++k) {
        const Word term = k == first ? low : k == first + 1 ? high : 0;
        if (k > first + 1 && carry == 0) return;
        const Word before = sum[k];
        if (value > 0) {
            sum[k] += term;
            const bool over = sum[k] < before;
            sum[k] += carry;
            carry = over || sum[k] < carry ? 1 : 0;
        } else {
            sum[k] -= term;
            const bool under = sum[k] > before;
            const bool under_again = sum[k] < carry;
            sum[k] -= carry;
            carry = under || under_again ? 1 : 0;
        }
    }
}

double FixedPoint::take_leading(std::span<Word> number) const {
    const bool minus = negative(number);
    std::vector<Word> size(number.begin(), number.end());
    if (minus) negate(size);
    std::size_t top = size.size();
    while (top > 0 && size[top - 1] == 0) --top;
    if (top == 0) return 0;
    const int width = static_cast<int>(std::bit_width(size[top - 1]));
    Word bits = size[top - 1] << (64 - width);
    if (top > 1 && width < 64) bits |= size[top - 2] >> width;
    bits &= ~Word{0x7FF};  // 53 bits are left
    const int exponent = lowest_ + static_cast<int>(top - 1) * 64 + width - 64;
    const double leading = std::ldexp(static_cast<double>(bits), exponent);
    if (std::isinf(leading)) return minus ? -leading : leading;
    add(number, minus ? leading : -leading);
    return minus ? -leading : leading;
}

bool FixedPoint::less(std::span<const Word> a, std::span<const Word> b) {
    if (negative(a) != negative(b)) return negative(a);
    for (std::size_t k = a.size(); k-- > 0;) {
        if (a[k] != b[k]) return a[k] < b[k];
    }
    return false;
}

double exact_sum(std::span<const double> values) {
    FixedPoint format;
    for (const double value : values) format.hold(value);
    std::vector<Word> sum(format.words(values.size()), 0);
    for (const double value : values) format.add(sum, value);
    const double leading = format.take_leading(sum);
    return std::isinf(leading) ? leading : leading + format.take_leading(sum);
}

}  // namespace apsp

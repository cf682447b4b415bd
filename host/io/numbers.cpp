// See numbers.hpp. from_chars parses numbers: unlike strtod it rounds correctly in every locale and
// needs no terminating zero.
#include "io/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"

namespace apsp {
namespace {

constexpr double kExactBelow = 0x1p53;

/// Whether a decimal number outside the range of f64, given without its sign, is too small rather
/// than too large. from_chars does not tell.
bool too_small(std::string_view text) {
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const std::string_view digits = text.substr(0, e);
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
    const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    if (e == text.size()) return first > point;
    std::int64_t exponent = 0;
    const char* const begin = text.data() + e + 1 + (text[e + 1] == '+');
    const bool fits = std::from_chars(begin, text.data() + text.size(), exponent).ec == std::errc{};
    return fits ? exponent < first - point : *begin == '-';
}

/// Whether `value` is this integer to the last digit.
bool holds(std::string_view digits, double value) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits == fmt::format("{:.0f}", value);
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 32;
    return std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "..." : "");
}

}  // namespace

std::string_view describe(NumberKind kind) {
    switch (kind) {
        case NumberKind::real: return "a finite number";
        case NumberKind::weight:
            return "a weight: a finite number, an integer of at most 2^53 (beyond, f64 is not "
                   "exact)";
        case NumberKind::integer: return "an integer of at most 2^53 (beyond, f64 is not exact)";
    }
    return "a number";
}

std::optional<ParsedNumber> parse_number(std::string_view text, NumberKind kind) {
    const char* last = text.data() + text.size();
    // from_chars takes no plus sign.
    const char* first = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-');
    double value = 0;
    const auto [end, error] = real_from_chars(first, last, value);
    if (text.empty() || error == std::errc::invalid_argument || end != last) return std::nullopt;
    const bool in_range = error == std::errc{};
    const bool small = in_range && std::abs(value) < kExactBelow;  // nearly all are
    if (small && kind != NumberKind::integer) return ParsedNumber{value};
    const char* digits = first + (*first == '-');
    const bool written_as_integer =
        std::all_of(digits, last, [](char c) { return c >= '0' && c <= '9'; });
    if (!written_as_integer && kind == NumberKind::integer) return std::nullopt;
    if (!in_range && text.find_first_of("xX") != std::string_view::npos) return std::nullopt;
    if (!in_range) {
        return too_small({digits, last}) ? std::optional(ParsedNumber{0, true}) : std::nullopt;
    }
    if (!std::isfinite(value)) return std::nullopt;
    if (!written_as_integer || small) return ParsedNumber{value};
    const bool exact = holds({digits, last}, std::abs(value));
    if (kind == NumberKind::real) return ParsedNumber{value, !exact};
    return exact && std::abs(value) == kExactBelow ? std::optional(ParsedNumber{value})
                                                   : std::nullopt;
}

bool is_infinite(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text.size() != 3 && text.size() != 8) return false;
    const std::string word = lower(text);
    return word == "inf" || word == "infinity";
}

bool is_minus_infinite(std::string_view text) {
    return text.starts_with('-') && !text.starts_with("-+") && is_infinite(text.substr(1));
}

void RoundedNumbers::add(std::size_t line, std::string_view text, double value) {
    if (count_++ != 0) return;
    // Integers of up to 19 digits are shown with all of them.
    const std::string result =
        std::abs(value) < 1e19 ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
    first_ = fmt::format("line {}: {} is rounded to {}", line, shortened(text), result);
}

std::string RoundedNumbers::note(std::string_view file) const {
    if (count_ == 0) return "";
    const std::size_t more = count_ - 1;
    const std::string others =
        more == 0 ? "" : fmt::format(" (and {} more weight{})", more, more == 1 ? "" : "s");
    return fmt::format("{}: {}{}", file, first_, others);
}

}  // namespace apsp

// See parse_number.hpp.
#include "base/parse_number.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#ifndef __cpp_lib_to_chars
#include <fast_float/fast_float.h>
#endif

namespace apsp {

std::from_chars_result decimal_from_chars(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
    return std::from_chars(first, last, value);
#else
    double read = 0;
    const auto [end, error] = fast_float::from_chars(first, last, read);
    // Before version 4, fast_float does not tell which numbers are out of range.
    std::string_view digits(first, end);
    digits = digits.substr(0, digits.find_first_of("eE"));
    const bool small = read == 0 && digits.find_first_of("123456789") != digits.npos;
    const bool large = std::isinf(read) && digits.find_first_of("nN") == digits.npos;
    if (small || large) return {end, std::errc::result_out_of_range};
    if (error == std::errc{}) value = read;
    return {end, error};
#endif
}

std::optional<double> parse_hexadecimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
    const std::size_t p = std::min(text.find_first_of("pP"), text.size());
    std::string digits(text.substr(2, p - 2));
    std::int16_t power = 0;
    if (p != text.size()) {
        text.remove_prefix(p + 1);
        if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
        if (!parse_whole(text, power)) return std::nullopt;
    }
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const auto places = std::ssize(digits.erase(point, 1)) - static_cast<std::ptrdiff_t>(point);
    const char* const last = digits.data() + digits.size();
    std::uint64_t bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), last, bits, 16);
    if (error != std::errc{} || end != last) return std::nullopt;
    // Most systems' long double holds all bits, so that the result is rounded once.
    const auto scaled =
        std::ldexp(static_cast<long double>(bits), power - 4 * static_cast<int>(places));
    const auto value = static_cast<double>(scaled);
    if (std::isinf(value) || (value == 0 && bits != 0)) return std::nullopt;
    return negative ? -value : value;
}

}  // namespace apsp

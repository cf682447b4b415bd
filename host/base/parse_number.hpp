// Numbers that users type, or files hold.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace apsp {

/// As std::from_chars, which libc++ lacks for doubles.
std::from_chars_result decimal_from_chars(const char* first, const char* last, double& value);
template <std::integral Integer>
std::from_chars_result decimal_from_chars(const char* first, const char* last, Integer& value) {
    return std::from_chars(first, last, value);
}

/// Whether all of `text` is one number; if so, `number` is set to it.
template <class Number>
bool parse_whole(std::string_view text, Number& number) {
    const auto [end, error] = decimal_from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// A hexadecimal float as C and Python write it, "0x1.8p+1", of up to 16 digits and in f64's range;
/// nothing for anything else.
std::optional<double> parse_hexadecimal(std::string_view text);

/// As decimal_from_chars, but also for hexadecimal floats with an exponent.
inline std::from_chars_result real_from_chars(const char* first, const char* last, double& value) {
    const std::string_view text(first, last);
    const bool hex = text.substr(0, 3).find_first_of("xX") != text.npos;
    if (!hex || text.find_first_of("pP") == text.npos)
        return decimal_from_chars(first, last, value);
    const auto number = parse_hexadecimal(text);
    value = number.value_or(value);
    return {last, number ? std::errc{} : std::errc::invalid_argument};
}

/// Whether all of `text` has the form of a number, of any size; "inf" and "nan" have it, too.
inline bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = real_from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

}  // namespace apsp

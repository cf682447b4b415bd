// Numbers that users type, or files hold.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace apsp {

/// Whether all of `text` is one number; if so, `number` is set to it.
template <class Number>
bool parse_whole(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// As std::from_chars, but also for hexadecimal floats as C and Python write them: "0x1.8p+1".
inline std::from_chars_result real_from_chars(const char* first, const char* last, double& value) {
    const bool negative = first != last && *first == '-';
    const char* const digits = first + (negative ? 1 : 0);
    const bool hex = last - digits > 3 && digits[0] == '0' && (digits[1] | 0x20) == 'x' &&
                     digits[2] != '-' &&
                     std::string_view(digits, last).find_first_of("pP") != std::string_view::npos;
    if (!hex) return std::from_chars(first, last, value);
    const auto result = std::from_chars(digits + 2, last, value, std::chars_format::hex);
    if (result.ec != std::errc{}) return result;
    if (negative) value = -value;
    return result;
}

/// Whether all of `text` has the form of a number, of any size; "inf" and "nan" have it, too.
inline bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = real_from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

}  // namespace apsp

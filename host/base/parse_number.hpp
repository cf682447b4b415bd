// Numbers that users type, or files hold.
#pragma once

#include <charconv>
#include <string_view>

namespace apsp {

/// Whether all of `text` is one number; if so, `number` is set to it.
template <class Number>
bool parse_whole(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// Whether all of `text` has the form of a number, of any size; "inf" and "nan" have it, too.
inline bool is_number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

}  // namespace apsp

// Numbers that users type.
#pragma once

#include <charconv>
#include <string_view>

namespace apsp {

/// Whether all of `text` is one number, which `number` is then.
template <class Number>
bool parse_whole(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace apsp

// Options that are lists: "f32,i16".
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "apsp/errors.hpp"

namespace apsp::cli {

/// What `parse` makes of each word, which is an std::optional; each once.
/// @throws Error usage for a word of which it makes nothing
template <class Parse>
auto parse_list(const std::string& text, const char* option, Parse parse) {
    std::vector<typename decltype(parse(""))::value_type> values;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        const auto value = parse(word);
        if (!value) {
            throw Error(ErrorKind::usage,
                        fmt::format("{} {}: there is no \"{}\"", option, text, word));
        }
        if (std::ranges::find(values, *value) == values.end()) values.push_back(*value);
    }
    return values;
}

}  // namespace apsp::cli

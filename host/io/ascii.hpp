// Lower case for suffixes and keywords: ASCII only, so that the locale plays no part.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "platform/file.hpp"

namespace apsp {

inline std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

/// "graphs/A.GR" -> ".gr"; "" without one.
inline std::string suffix_of(const std::filesystem::path& path) {
    return lower(text_of(path.extension()));
}

}  // namespace apsp

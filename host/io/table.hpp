// Tables as text: CSV with quotes where a field needs them (RFC 4180), or TSV, whose fields hold no
// tab.
#pragma once

#include <filesystem>
#include <string>

#include "apsp/errors.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"

namespace apsp {

/// The separator of a table, by the suffix of its file. @throws Error usage for another suffix
inline char table_separator(const std::filesystem::path& path) {
    const std::string suffix = inner_suffix_of(path);
    if (suffix == ".csv") return ',';
    if (suffix == ".tsv") return '\t';
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a name that ends in .csv or .tsv", path.string()));
}

inline std::string table_field(std::string text, char separator) {
    if (separator != ',' || text.find_first_of(",\"") == std::string::npos) return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
        text.insert(at, 1, '"');
    }
    return '"' + text + '"';
}

}  // namespace apsp

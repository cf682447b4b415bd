// Tables as text, CSV or TSV, with quotes where a field needs them (RFC 4180).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "apsp/errors.hpp"
#include "apsp/labels.hpp"
#include "apsp/paths.hpp"
#include "base/text.hpp"
#include "io/packing.hpp"

namespace apsp {

/// The separator of a table, by the suffix of its file. @throws Error usage for another suffix
inline char separator_by_suffix(const std::filesystem::path& path) {
    const std::string suffix = inner_suffix_of(path);
    if (suffix == ".csv") return ',';
    if (suffix == ".tsv") return '\t';
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a name that ends in .csv or .tsv", path.string()));
}

inline std::string table_field(std::string text, char separator) {
    // Readers take off blanks around a field.
    const bool blanks = text.starts_with(' ') || text.ends_with(' ');
    const char special[] = {separator, '"', '\0'};
    if (!blanks && text.find_first_of(special) == std::string::npos) return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
        text.insert(at, 1, '"');
    }
    return '"' + text + '"';
}

/// The name of a predecessor; empty for kNoPredecessor.
inline std::string predecessor_field(const Labels& labels, std::int32_t vertex, char separator) {
    if (vertex == kNoPredecessor) return "";
    return table_field(labels.name(static_cast<std::size_t>(vertex)), separator);
}

}  // namespace apsp

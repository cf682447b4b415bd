// The lines of a table as text, to look at before one knows what they hold. Above the first line
// there may be comments, and Excel's "sep=;".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text_scanner.hpp"

namespace apsp {

using Fields = std::vector<std::string>;

/// The characters that begin comments above a table's first line.
inline constexpr std::string_view kTableComments = "#%";

/// The same below it: none in separated columns, where a label might begin with one.
constexpr std::string_view comments_below(char separator) {
    return separator == TextScanner::kBlanks ? kTableComments : "";
}

/// Moves from a file's beginning to the first line of its table; false if there is none.
bool begin_table(TextScanner& scanner);

/// The separator of a table in a .csv file: as "sep=;" says, or ',' or ';' (see csv_separator).
char separator_of_csv(const InputFile& file);

/// The separator of a table that any of ',', ';', tabs and blanks may separate, by its first lines.
char separator_of_table(const InputFile& file);

/// The fields of a line, without blanks around them and quotes; never an error.
Fields fields_of(std::string_view line, char separator);

/// The fields of the line where the scanner is. Decimal commas become points if ';' separates.
Fields fields_here(const TextScanner& scanner);

/// Lines from here on that are neither blank nor comments, or `most` + 1 if there are more.
std::size_t count_lines(TextScanner scanner, std::size_t most);

/// The whole number that "2.0" or "2e0" writes: what programs make of integers in a column of
/// floats. Nothing for "2", "2.5" and beyond 2^53.
std::optional<std::int64_t> whole_float(std::string_view text);

}  // namespace apsp

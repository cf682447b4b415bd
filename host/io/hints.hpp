// Hints for messages about text files that cannot be read as they are: what the file may be, and
// the way out.
#pragma once

#include <string>
#include <string_view>

namespace apsp {

/// The separator of a .csv file, ',' or ';': whichever its first line has more of outside quotes.
/// Spreadsheets write ';' where the comma is the decimal point.
char csv_separator(std::string_view first_line);

/// The separator of a table that any of ',', ';' and tabs may separate: TextScanner::kBlanks if its
/// first line has none of them.
char table_separator(std::string_view first_line);

/// Whether the text is what people write for a weight where there is no arc: "NA", "none", "-".
bool is_word_of_no_arc(std::string_view text);

/// "3,5" -> "3.5" where that makes it a number; anything else as it is.
std::string with_point(std::string_view text);

/// What may follow a message about a text that is not a number: "; decimals have a point: 3.5". ""
/// if there is no hint.
std::string number_hint(std::string_view text);

/// The same for a line that the separator does not split, or words that end with a separator.
std::string column_hint(std::string_view line);

/// The same for the first line of a file that has some known format, but not the one that its name
/// says.
std::string format_hint(std::string_view line);

}  // namespace apsp

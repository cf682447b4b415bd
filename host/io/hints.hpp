// What a text file may be that cannot be read as it is, and the way out: words for messages.
#pragma once

#include <string>
#include <string_view>

#include "io/input_file.hpp"

namespace apsp {

/// The separator of a .csv file, ',' or ';', by its first line: whichever there is more of outside
/// quotes. Spreadsheets write ';' where the comma is the decimal point.
char csv_separator(std::string_view first_line);

/// "3,5" -> "3.5" where that makes it a number; anything else as it is.
std::string with_point(std::string_view text);

/// "; decimals have a point: 3.5": what may follow a message about a text that is no number. ""
/// where nothing is known.
std::string number_hint(std::string_view text);

/// The same for a line that a separator leaves in one column, or words that end with a separator.
std::string column_hint(std::string_view line);

/// The same for the first line of a file that is of some known format, but not of the one that its
/// name says.
std::string format_hint(std::string_view line);

/// @throws Error bad_input for what no reader of text takes: UTF-16, binary data, web pages, lines
///         that end with "\r" alone
void check_text(const InputFile& file);

}  // namespace apsp

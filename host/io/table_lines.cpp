// See table_lines.hpp.
#include "io/table_lines.hpp"

#include <algorithm>
#include <cmath>

#include "base/parse_number.hpp"
#include "io/hints.hpp"
#include "io/npy_header.hpp"

namespace apsp {
namespace {

bool blank(char c, char separator) {
    return (c == ' ' || c == '\t' || c == '\r') && c != separator;
}

/// ';' for "sep=;", the first line of tables that Excel is to open.
std::optional<char> excel_separator(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == '"')) line.remove_suffix(1);
    if (line.starts_with('"')) line.remove_prefix(1);
    return line.size() == 5 && line.starts_with("sep=") ? std::optional(line[4]) : std::nullopt;
}

/// A field in quotes, of which `line` holds the rest; those within are doubled or, where columns
/// are separated by blanks, follow a backslash, as R writes them.
std::string quoted_field(std::string_view& line, char separator) {
    std::string field;
    std::size_t i = 1;
    for (; i < line.size(); ++i) {
        const bool escape =
            line[i] == '"' || (line[i] == '\\' && separator == TextScanner::kBlanks);
        if (escape && i + 1 < line.size() && line[i + 1] == '"') {
            ++i;
        } else if (line[i] == '"') {
            break;
        }
        field += line[i];
    }
    line.remove_prefix(std::min(line.size(), i + 1));
    return field;
}

}  // namespace

bool begin_table(TextScanner& scanner) {
    if (!scanner.next_line(kTableComments)) return false;
    if (!excel_separator(scanner.rest_of_line())) return true;
    scanner.skip_line();
    return scanner.next_line(kTableComments);
}

char separator_of_csv(const InputFile& file) {
    TextScanner scanner(file);
    if (!scanner.next_line(kTableComments)) return ',';
    const std::string_view line = scanner.rest_of_line();
    return excel_separator(line).value_or(csv_separator(line));
}

char separator_of_table(const InputFile& file) {
    TextScanner scanner(file);
    // The first line may hold one number.
    for (int line = 0; line < 2 && scanner.next_line(kTableComments); ++line) {
        const std::string_view text = scanner.rest_of_line();
        const char separator = excel_separator(text).value_or(table_separator(text));
        if (separator != TextScanner::kBlanks || text.find_first_of(" ") != std::string_view::npos)
            return separator;
        scanner.skip_line();
    }
    return TextScanner::kBlanks;
}

Fields fields_of(std::string_view line, char separator) {
    const bool words = separator == TextScanner::kBlanks;
    const std::string_view ends =
        words ? std::string_view(" \t\r") : std::string_view(&separator, 1);
    Fields fields;
    while (true) {
        while (!line.empty() && blank(line.front(), separator)) line.remove_prefix(1);
        if (words && line.empty()) return fields;
        std::string field;
        // Without a closing quote, a word is like any other.
        const bool quotes =
            line.starts_with('"') && (!words || line.find('"', 1) != std::string_view::npos);
        if (quotes) field = quoted_field(line, separator);
        const std::size_t end = std::min(line.find_first_of(ends), line.size());
        if (!quotes) field = line.substr(0, end);
        while (!quotes && !field.empty() && blank(field.back(), separator)) field.pop_back();
        fields.push_back(std::move(field));
        if (!words && end == line.size()) return fields;
        line.remove_prefix(words ? end : end + 1);
    }
}

Fields fields_here(const TextScanner& scanner) {
    Fields fields = fields_of(scanner.rest_of_line(), scanner.separator());
    if (scanner.separator() == ';') {
        for (std::string& field : fields) field = with_point(field);
    }
    return fields;
}

std::size_t count_lines(TextScanner scanner, std::size_t most) {
    std::size_t lines = 0;
    while (lines <= most && scanner.next_line(comments_below(scanner.separator()))) {
        scanner.skip_line();
        ++lines;
    }
    return lines;
}

std::optional<std::int64_t> whole_float(std::string_view text) {
    double value = 0;
    if (text.find_first_of(".eE") == std::string_view::npos || !parse_whole(text, value)) return {};
    if (value != std::trunc(value) || std::abs(value) > double{kLargestExact}) return {};
    return static_cast<std::int64_t>(value);
}

}  // namespace apsp

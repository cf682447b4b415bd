// See hints.hpp.
#include "io/hints.hpp"

#include <algorithm>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/text_scanner.hpp"

namespace apsp {

bool is_word_of_no_arc(std::string_view text) {
    const std::string word = lower(text);
    return word == "nan" || word == "na" || word == "n/a" || word == "null" || word == "none" ||
           word == "-" || word == "x" || word == "inf" || word == "infinity";
}

char csv_separator(std::string_view first_line) {
    std::ptrdiff_t more = 0;  // how many more semicolons than commas
    bool quoted = false;
    for (const char c : first_line) {
        if (c == '"') quoted = !quoted;
        if (!quoted) more += (c == ';') - (c == ',');
    }
    return more > 0 ? ';' : ',';
}

char table_separator(std::string_view first_line) {
    // A decimal comma, or one in a label, may stand between tabs.
    for (const char separator : {'\t', csv_separator(first_line)}) {
        if (first_line.find(separator) != std::string_view::npos) return separator;
    }
    return TextScanner::kBlanks;
}

std::string with_point(std::string_view text) {
    std::string changed(text);
    const std::size_t comma = changed.find(',');
    if (comma != std::string::npos) changed[comma] = '.';
    return is_number(changed) ? changed : std::string(text);
}

std::string number_hint(std::string_view text) {
    if (is_word_of_no_arc(text)) {
        return "; a list leaves such an arc out, a matrix or a change has inf or an empty field, "
               "or "
               "for a matrix use ReadOptions::no_arc nan";
    }
    std::string plain(text);
    std::erase(plain, ',');
    if (plain.size() + 1 < text.size() && is_number(plain)) {
        return fmt::format("; write it without commas: {}", plain);
    }
    const std::string point = with_point(text);
    if (point == text) return "";
    const bool thousands = point.size() - point.find('.') == 4;  // "1,000"
    return thousands ? fmt::format("; write {} or {}", plain, point)
                     : fmt::format("; write decimals with a point: {}", point);
}

std::string column_hint(std::string_view line) {
    const auto has = [&](char c) { return line.find(c) != std::string_view::npos; };
    constexpr std::string_view kUse = "; for columns separated by {} use ReadOptions::format {}";
    if (has('\t')) return fmt::format(kUse, "tabs", "tsv");
    if (has(';')) return fmt::format(kUse, "';'", "csv");
    if (has(',')) return fmt::format(kUse, "','", "csv");
    return has(' ') ? fmt::format(kUse, "blanks", "edges") : "";
}

std::string format_hint(std::string_view line) {
    const std::string text = lower(line.substr(0, line.find_first_of("\r\n")));
    if (text.starts_with("p sp") || text.starts_with("c ")) return "; DIMACS is .gr";
    if (text.starts_with("%%matrixmarket")) return "; Matrix Market is .mtx";
    if (text.starts_with("{") || text.starts_with("[")) return "; JSON is not read";
    if (text.starts_with("digraph") || text.starts_with("strict ")) return "; DOT is not read";
    if (text.starts_with("graph")) return "; DOT is not read; GML is .gml";
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool arc = digits != 0 && digits < text.size() && is_number(text.substr(0, digits));
    if (!arc) return "";
    return column_hint(text.substr(digits, 1)).empty()
               ? ""
               : "; for a list of arcs use ReadOptions::format edges, csv or tsv";
}

}  // namespace apsp

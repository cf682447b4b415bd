// See hints.hpp.
#include "io/hints.hpp"

#include <algorithm>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

constexpr std::size_t kLooked = 4096;  // bytes at the beginning of a file

/// What a file is, as its first bytes tell, and the way out.
struct Foreign {
    std::string_view magic;
    std::string_view found;
};
constexpr Foreign kForeign[] = {
    {"\xff\xfe", "UTF-16; save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8"},
    {"\xfe\xff", "UTF-16; save it as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8"},
    {"\x93NUMPY", "a NumPy array; end its name with .npy, or use ReadOptions::format npy"},
    {"PK\x03\x04", "a zip archive, such as a spreadsheet; save that as .csv"},
    {"\x89HDF", "HDF5, such as a MATLAB file; write the matrix as .npy or .mtx"},
    {"MATLAB", "a MATLAB file; write the matrix as .mtx or .csv"},
    {"PAR1", "a Parquet table; write it as .csv"},
    {"%PDF", "a PDF document; choose the file of the graph itself"},
    {"BZh", "bzip2 data; unpack it: bunzip2"},
    {"\xfd"
     "7zXZ",
     "xz data; unpack it: unxz"},
    {"<!doctype html", "a web page; download the file of the graph itself"},
    {"<html", "a web page; download the file of the graph itself"},
};

}  // namespace

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
        return "; a list leaves such an arc out, a matrix or a change has inf or an empty field";
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
    if (text.starts_with("graph")) return "; neither DOT nor GML is read";
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const bool arc = digits != 0 && digits < text.size() && is_number(text.substr(0, digits));
    if (!arc) return "";
    return column_hint(text.substr(digits, 1)).empty()
               ? ""
               : "; for a list of arcs use ReadOptions::format edges, csv or tsv";
}

void check_text(const InputFile& file) {
    const std::string_view all = file.bytes(), first = all.substr(0, kLooked);
    const auto fail = [&](std::string_view found) { file.fail("text in UTF-8", found); };
    const std::string begin = lower(first.substr(0, 16));
    for (const auto& [magic, found] : kForeign) {
        if (first.starts_with(magic) || begin.starts_with(magic)) fail(found);
    }
    const std::size_t zero = first.find('\0');
    const bool half = all.size() > 1 && (all[0] == '\0') != (all[1] == '\0');
    if (half) fail(kForeign[0].found);  // UTF-16 without its mark
    if (zero != std::string_view::npos) {
        fail(fmt::format("binary data (a zero in byte {}); is it the right file?", zero + 1));
    }
    if (first.find('\r') == std::string_view::npos || all.find('\n') != std::string_view::npos) {
        return;
    }
    if (first.find('\r') + 1 < all.size()) {
        fail("lines that end with a carriage return alone; convert it: tr '\\r' '\\n'");
    }
}

}  // namespace apsp

// Dense matrices as text: one line per row, numbers separated by commas, tabs or blanks; "inf" and
// empty fields are no arc. What write_matrix leaves as .csv and .tsv reads back as the same values.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/text_scanner.hpp"
#include "io/text_type.hpp"

namespace apsp {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text from the first line that is not blank to the last, without a byte order mark.
std::string_view all_lines(const InputFile& file) {
    std::string_view text = file.bytes();
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \r\n")));
    return text.substr(0, text.find_last_not_of(" \r\n") + 1);
}

std::string_view first_line(const InputFile& file) {
    const std::string_view lines = all_lines(file);
    return lines.substr(0, lines.find('\n'));
}

bool is_entry(std::string_view text, char separator) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return text.empty() || is_number(separator == ';' ? with_point(text) : text);
}

double read_entry(TextScanner& scanner, char separator, TextScanner::Number kind) {
    if (separator != TextScanner::kBlanks && scanner.at_field_end()) return infinity<double>();
    if (scanner.take_if(is_infinite)) return infinity<double>();
    return scanner.number_field(kind);
}

std::size_t count_columns(const InputFile& file, char separator) {
    if (separator != TextScanner::kBlanks) {
        return static_cast<std::size_t>(std::ranges::count(first_line(file), separator)) + 1;
    }
    std::size_t words = 0;
    TextScanner scanner(file);
    if (scanner.next_line()) {
        while (!scanner.word().empty()) ++words;
    }
    return words;
}

/// Whether no field of the line is a number, but some are words: names of columns.
bool is_header(std::string_view line, char separator) {
    bool words = false;
    while (true) {
        const std::string_view field = line.substr(0, line.find(separator));
        const bool blank = field.find_first_not_of(" \r") == std::string_view::npos;
        if (!blank && is_entry(field, separator)) return false;
        words |= !blank;
        if (field.size() == line.size()) return words;
        line.remove_prefix(field.size() + 1);
    }
}

std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

/// Whether all fields of these lines are entries.
bool are_entries(std::string_view lines, char separator) {
    const char ends[] = {separator, '\n'};
    while (true) {
        const std::size_t end = lines.find_first_of({ends, 2});
        if (!is_entry(lines.substr(0, end), separator)) return false;
        if (end == std::string_view::npos) return true;
        lines.remove_prefix(end + 1);
    }
}

}  // namespace

bool looks_dense(const InputFile& file, char separator) {
    const std::size_t n = count_columns(file, separator);
    return n > 3 && are_entries(first_line(file), separator) && count_lines(all_lines(file)) == n;
}

std::size_t matrix_or_arcs(const InputFile& file, char separator) {
    const std::size_t n = count_columns(file, separator);
    if (n != 2 && n != 3) return 0;
    const std::string_view lines = all_lines(file);
    return count_lines(lines) == n && are_entries(lines, separator) ? n : 0;
}

Matrix read_dense_matrix(const InputFile& file, std::vector<std::string>* notes) {
    const char separator = table_separator(first_line(file));
    const std::size_t n = count_columns(file, separator);
    TextScanner scanner(file, separator);
    if (n == 0) scanner.fail("a line of numbers");
    if (separator != TextScanner::kBlanks && is_header(first_line(file), separator)) {
        scanner.next_line();
        scanner.fail("a line of numbers", TextScanner::quoted(first_line(file)) +
                                              "; a matrix has no names of rows and columns");
    }
    // An entry and its separator take at least one byte, with blanks two: a long first line cannot
    // make us allocate far more than its file's size.
    if (n > Graph::kMaxVertices || n * n > file.bytes().size() + 1) {
        scanner.fail(fmt::format("{0} lines, as there are {0} columns", n),
                     fmt::format("a file of only {} bytes", file.bytes().size()));
    }
    // Distances may be larger than weights, and then f64 holds few integers, but it holds theirs.
    const auto kind = notes == nullptr ? TextScanner::Number::real : TextScanner::Number::weight;
    Matrix matrix(n, Dtype::f64);
    for (std::size_t i = 0; i < n; ++i) {
        if (!scanner.next_line()) {
            scanner.fail(fmt::format("{} lines, as there are columns", n),
                         fmt::format("the end of the file after {}", i));
        }
        const auto row = matrix.row<double>(i);
        for (std::size_t j = 0; j < n; ++j) {
            if (j > 0) scanner.next_field();
            row[j] = read_entry(scanner, separator, kind);
        }
        if (notes == nullptr && scanner.rounded() != 0) {
            scanner.fail("numbers that f64 holds", "one that it rounds");
        }
        scanner.end_line();
    }
    if (scanner.next_line()) {
        scanner.fail(fmt::format("no more than {} lines, as there are columns", n), "another");
    }
    if (notes == nullptr) return in_written_type(std::move(matrix));
    *notes = scanner.notes();
    return matrix;
}

GraphFile read_dense(const InputFile& file, const ReadOptions& options) {
    std::vector<std::string> notes;
    Matrix matrix = read_dense_matrix(file, &notes);
    return {make_graph(std::move(matrix), file.name(), options), {}, std::move(notes)};
}

}  // namespace apsp

// Dense matrices as text: one line per row, numbers separated by commas, tabs or blanks; "inf" and
// empty fields are no arc. Names of rows and columns, which matrix_layout.cpp finds, become labels.
// What write_matrix leaves as .csv and .tsv reads back as the same values.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/matrix_layout.hpp"
#include "io/table_lines.hpp"
#include "io/text_scanner.hpp"
#include "io/text_type.hpp"

namespace apsp {
namespace {

/// Distances have no names.
MatrixLayout layout_of_distances(const InputFile& file, char separator) {
    TextScanner scanner(file, separator);
    if (!begin_table(scanner)) return {};
    const Fields fields = fields_here(scanner);
    const auto entry = [](const std::string& field) {
        return field.empty() || is_number(field) || is_infinite(field);
    };
    if (std::ranges::none_of(fields, is_number) && !std::ranges::all_of(fields, entry)) {
        scanner.fail("a line of numbers", TextScanner::quoted(scanner.rest_of_line()) +
                                              "; distances have no names of rows and columns");
    }
    return {fields.size()};
}

class MatrixReader {
  public:
    MatrixReader(const InputFile& file, char separator, const MatrixLayout& layout)
        : scanner_(file, separator), layout_(layout), above_(file, separator) {}

    /// With `exact`, numbers are refused that would be rounded. NaN, and words for it, are no arc
    /// if `nan_is_no_arc`.
    Matrix read(TextScanner::Number kind, bool exact, bool nan_is_no_arc) {
        const std::size_t n = layout_.n;
        if (n == 0) scanner_.fail("a line of numbers");
        // An entry and its separator take at least one byte, with blanks two: a long first line
        // cannot make us allocate far more than its file's size.
        const std::size_t bytes = scanner_.file().bytes().size();
        if (n > Graph::kMaxVertices || n * n > bytes + 1) {
            scanner_.fail(fmt::format("{0} lines, as there are {0} columns", n),
                          fmt::format("a file of only {} bytes", bytes));
        }
        if (layout_.count && next_line()) scanner_.skip_line();
        if (layout_.header && next_line()) read_names_of_columns();
        Matrix matrix(n, Dtype::f64);
        for (std::size_t i = 0; i < n; ++i) {
            if (!next_line()) {
                scanner_.fail(fmt::format("{} lines, as there are columns", n),
                              fmt::format("the end of the file after {}", i));
            }
            if (layout_.index) {
                rows_.emplace_back(scanner_.field());
                scanner_.next_field();
            }
            const auto row = matrix.row<double>(i);
            for (std::size_t j = 0; j < n; ++j) {
                if (j > 0) scanner_.next_field();
                row[j] = read_entry(kind, nan_is_no_arc);
            }
            if (exact && scanner_.rounded() != 0) {
                scanner_.fail("numbers that f64 holds", "one that it rounds");
            }
            if (layout_.trailing) scanner_.next_field();
            scanner_.end_line();
        }
        if (next_line()) {
            scanner_.fail(fmt::format("no more than {} lines, as there are columns", n), "another");
        }
        if (layout_.header && layout_.index) match(matrix);
        return matrix;
    }

    /// The names; empty labels if there are none, or they are numbers from 0.
    Labels labels() const {
        const Fields& names = layout_.index ? rows_ : columns_;
        if (names.empty()) return {};
        std::vector<std::int64_t> integers;
        for (const std::string& name : names) {
            auto integer = parse_integer_label(name);
            if (!integer) integer = whole_float(name);
            if (!integer || (!integers.empty() && *integer <= integers.back())) break;
            integers.push_back(*integer);
        }
        if (integers.size() == names.size()) return Labels::of_integers(std::move(integers));
        Labels labels;
        for (const std::string& name : names) {
            const std::size_t before = labels.size();
            if (!Labels::valid(name)) {
                above_.fail("names of rows or columns in UTF-8 without control characters",
                            TextScanner::quoted(name));
            }
            if (labels.add(name) != before) {
                above_.fail("a different name for each row and column",
                            TextScanner::quoted(name) + " twice");
            }
        }
        return labels;
    }

    std::vector<std::string> notes() const {
        std::vector<std::string> notes = scanner_.notes();
        if (permuted_) {
            notes.push_back(scanner_.file().name() +
                            ": columns are in another order than rows; they are matched by name");
        }
        return notes;
    }

  private:
    bool next_line() {
        if (std::exchange(begun_, true)) {
            return scanner_.next_line(comments_below(scanner_.separator()));
        }
        return begin_table(scanner_);
    }

    void read_names_of_columns() {
        above_ = scanner_;
        if (layout_.corner) {
            scanner_.field();
            scanner_.next_field();
        }
        for (std::size_t j = 0; j < layout_.n; ++j) {
            if (j > 0) scanner_.next_field();
            columns_.emplace_back(scanner_.field());
        }
        if (layout_.trailing) scanner_.next_field();
        scanner_.end_line();
    }

    double read_entry(TextScanner::Number kind, bool nan_is_no_arc) {
        if (scanner_.separator() != TextScanner::kBlanks && scanner_.at_field_end()) {
            return infinity<double>();
        }
        if (scanner_.take_if(is_infinite)) return infinity<double>();
        if (kind == TextScanner::Number::real && scanner_.peek() == '-' &&
            scanner_.take_word_if(is_minus_infinite)) {
            return -infinity<double>();  // a distance where there are negative cycles
        }
        if (nan_is_no_arc && scanner_.take_word_if(is_word_of_no_arc)) return infinity<double>();
        if (scanner_.peek() != '"') return scanner_.number_field(kind);
        const std::string text(scanner_.field());
        const bool none =
            text.empty() || is_infinite(text) || (nan_is_no_arc && is_word_of_no_arc(text));
        return none ? infinity<double>() : scanner_.number_of(text, kind);
    }

    /// Puts columns in the order of the rows of the same names.
    void match(Matrix& matrix) {
        if (columns_ == rows_ || called_by_r(columns_)) return;
        const std::size_t n = layout_.n;
        std::vector<std::size_t> order(n), by_column(n), by_row(n);
        std::iota(by_column.begin(), by_column.end(), 0U);
        std::iota(by_row.begin(), by_row.end(), 0U);
        std::ranges::sort(by_column, {}, [&](std::size_t k) { return columns_[k]; });
        std::ranges::sort(by_row, {}, [&](std::size_t k) { return rows_[k]; });
        for (std::size_t k = 0; k < n; ++k) {
            if (columns_[by_column[k]] != rows_[by_row[k]]) {
                above_.fail("the same names of rows and of columns",
                            fmt::format("{}, a {}", TextScanner::quoted(columns_[by_column[k]]),
                                        "column, where the rows have " +
                                            TextScanner::quoted(rows_[by_row[k]])));
            }
            order[by_row[k]] = by_column[k];
        }
        std::vector<double> copy(n);
        for (std::size_t i = 0; i < n; ++i) {
            const auto row = matrix.row<double>(i);
            std::ranges::copy(row, copy.begin());
            for (std::size_t j = 0; j < n; ++j) row[j] = copy[order[j]];
        }
        permuted_ = true;
    }

    TextScanner scanner_;
    MatrixLayout layout_;
    TextScanner above_;  // at the names of columns, or the file's beginning, for messages
    Fields columns_, rows_;
    bool begun_ = false;
    bool permuted_ = false;
};

}  // namespace

Matrix read_dense_matrix(const InputFile& file) {
    const char separator = separator_of_table(file);
    MatrixReader reader(file, separator, layout_of_distances(file, separator));
    // Distances may be larger than weights, and then f64 holds few integers, but it holds theirs.
    return in_written_type(reader.read(TextScanner::Number::real, true, false));
}

GraphFile read_dense(const InputFile& file, const ReadOptions& options) {
    const char separator = separator_of_table(file);
    MatrixReader reader(file, separator, layout_of_matrix(file, separator, options.first_line));
    const double none = options.no_arc.value_or(0);
    const bool large = std::abs(none) > static_cast<double>(std::int64_t{1} << 53);
    Matrix matrix = reader.read(large ? TextScanner::Number::real : TextScanner::Number::weight,
                                false, std::isnan(none));
    Labels labels = reader.labels();
    std::vector<std::string> notes = reader.notes();
    Graph graph = make_graph(std::move(matrix), file.name(), options, &notes);
    return {std::move(graph), std::move(labels), std::move(notes)};
}

}  // namespace apsp

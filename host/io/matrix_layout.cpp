// The rules of matrices. A table is a matrix if, below comments and perhaps a line that says n, it
// has n rows of n entries (numbers, "inf", what people write for "no arc", or nothing), and
//
// - names of columns above and of rows in front: the same ones, with or without a cell in the
//   corner, which is no number; or
// - neither; or
// - names of columns alone, that are words or 0 .. n - 1 or 1 .. n; or
// - names of rows alone, likewise.
//
// The number of lines tells all but the first two apart. With n > 3 (in the first case n > 1), no
// list of arcs looks like that. A smaller one is a matrix for sure if some entry is no arc, and
// likely if it is symmetric, but only with zeros (or no arcs) on its diagonal. Without names on
// both sides these are needed for one with names, of any size, too.
#include "io/matrix_layout.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.hpp"
#include "io/ascii.hpp"
#include "io/edge_names.hpp"
#include "io/hints.hpp"
#include "io/table_lines.hpp"

namespace apsp {
namespace {

using Sure = MatrixGuess::Sure;

/// The beginning of a table.
struct Sketch {
    std::vector<Fields> rows;  // the first ones, not all if there are many
    Fields names;              // the first field of every line
    std::size_t lines = 0;
};

bool is_no_arc(std::string_view text) {
    return text.empty() || is_infinite(text) || (is_word_of_no_arc(text) && lower(text) != "x");
}
bool is_entry(std::string_view text) {
    return is_number(text) || is_no_arc(text);
}
bool is_zero_or_none(std::string_view text) {
    double value = 1;
    return is_no_arc(text) || (parse_whole(text, value) && value == 0);
}

/// The first lines, and how many there are, or at least more than in a matrix.
Sketch sketch(const InputFile& file, char separator) {
    constexpr std::size_t kFields = 1 << 16;
    TextScanner scanner(file, separator);
    Sketch found;
    std::size_t most = 4, widest = 0;
    for (bool more = begin_table(scanner); more;
         more = scanner.next_line(comments_below(separator))) {
        if (found.rows.size() < 4 || found.rows.size() * widest < kFields) {
            found.rows.push_back(fields_here(scanner));
            widest = std::max(widest, found.rows.back().size());
            most = std::max(most, widest + 2);  // names, and a line that says n
            found.names.push_back(found.rows.back().front());
        } else {
            const std::string_view line = scanner.rest_of_line();
            const std::size_t end = separator == TextScanner::kBlanks ? line.find_first_of(" \t")
                                                                      : line.find(separator);
            found.names.push_back(fields_of(line.substr(0, end), separator).front());
        }
        if (++found.lines > most) break;
        scanner.skip_line();
    }
    return found;
}

/// Whether all names are there, and different.
bool are_names(const Fields& names) {
    const std::set<std::string> all(names.begin(), names.end());
    return all.size() == names.size() && !all.contains("");
}

/// Whether one is a word, or they are 0 .. n - 1 or 1 .. n.
bool speak(const Fields& names) {
    if (!std::ranges::all_of(names, is_number)) return true;
    bool zero = true, one = true;
    for (std::size_t k = 0; k < names.size(); ++k) {
        double value = -1;
        parse_whole(names[k], value);
        zero &= value == static_cast<double>(k);
        one &= value == static_cast<double>(k + 1);
    }
    return zero || one;
}

bool same_names(const Fields& columns, const Fields& rows) {
    return std::set(columns.begin(), columns.end()) == std::set(rows.begin(), rows.end()) ||
           (called_by_r(columns) && speak(rows));
}

/// Whether a header has names that only lists of arcs have.
bool names_ends(const Fields& header) {
    const auto has = [&](const auto& names) {
        return std::ranges::any_of(header, [&](const std::string& field) {
            return std::ranges::count(names, plain_name(field)) != 0;
        });
    };
    const bool pair = std::ranges::any_of(kPairedNames, [&](const EndNames& names) {
        return has(std::array{names.source}) && has(std::array{names.target});
    });
    return pair || has(kSourceNames) || has(kTargetNames) || has(kWeightNames);
}

/// What the entries say.
struct Entries {
    bool all = true;       // entries, and rows are as wide as they should be
    bool diagonal = true;  // of zeros, or no arcs
    bool some_absent = false;
    bool symmetric = true;  // as text
};

Entries look_at(const Sketch& table, const MatrixLayout& layout) {
    Entries found;
    const std::size_t begin = layout.lines_above(), shift = layout.index ? 1 : 0;
    for (std::size_t i = begin; i < table.rows.size(); ++i) {
        const Fields& row = table.rows[i];
        const std::size_t width = shift + layout.n + std::size_t{layout.trailing};
        found.all &= row.size() == width && (!layout.trailing || row.back().empty());
        if (!found.all) return found;
        for (std::size_t j = 0; j < layout.n; ++j) {
            const std::string& entry = row[shift + j];
            found.all &= is_entry(entry);
            found.some_absent |= is_no_arc(entry);
            if (i - begin == j) found.diagonal &= is_zero_or_none(entry);
            const bool known =
                begin + j < table.rows.size() && shift + i - begin < table.rows[begin + j].size();
            if (known) found.symmetric &= table.rows[begin + j][shift + i - begin] == entry;
        }
    }
    return found;
}

Fields names_of_rows(const Sketch& table, const MatrixLayout& layout) {
    return {table.names.begin() + static_cast<std::ptrdiff_t>(layout.lines_above()),
            table.names.end()};
}
Fields names_of_columns(const Sketch& table, const MatrixLayout& layout) {
    const Fields& line = table.rows[layout.count ? 1 : 0];
    const auto begin = line.begin() + (layout.corner ? 1 : 0);
    return {begin, begin + static_cast<std::ptrdiff_t>(layout.n)};
}

/// Whether the first column counts the lines, as the index of a list of arcs does.
bool has_index(const Sketch& table) {
    Fields first;
    for (const Fields& row : table.rows) first.push_back(row.front());
    return std::ranges::all_of(first, is_number) && speak(first);
}

/// How sure it is that the table has this layout, whose size fits.
Sure weigh(const Sketch& table, const MatrixLayout& layout) {
    const Entries entries = look_at(table, layout);
    if (!entries.all) return Sure::no;
    const std::size_t n = layout.n;
    if (layout.header && layout.index) {
        const Fields columns = names_of_columns(table, layout), rows = names_of_rows(table, layout);
        const bool corner = layout.corner && is_number(table.rows[layout.count ? 1 : 0][0]);
        if (corner || !are_names(columns) || !are_names(rows) || !same_names(columns, rows)) {
            return Sure::no;
        }
        // Symmetric, with nothing on the diagonal: more likely a matrix without names.
        if (layout.corner && !layout.count && entries.some_absent && !speak(rows)) {
            MatrixLayout bare = layout;
            bare.header = bare.index = bare.corner = false;
            ++bare.n;
            bool nothing = true;
            for (std::size_t i = 0; i < table.rows.size(); ++i) nothing &= table.rows[i][i].empty();
            if (nothing && look_at(table, bare).symmetric) return Sure::no;
        }
        return n > 1 ? Sure::yes : Sure::maybe;
    }
    if (layout.header || layout.index) {
        const Fields names =
            layout.header ? names_of_columns(table, layout) : names_of_rows(table, layout);
        if (!are_names(names) || !speak(names) || !entries.diagonal) return Sure::no;
        if (layout.header && names_ends(names)) return Sure::no;
        if (n > 3 || (layout.index && n == 3)) return Sure::yes;
        if (n < 2) return Sure::no;
        return n == 3 ? Sure::likely : Sure::maybe;
    }
    if (n == 4 && !entries.diagonal && has_index(table)) return Sure::no;
    if (n > 3) return Sure::yes;
    if (!entries.diagonal || n < 2) return Sure::no;
    if (entries.some_absent) return Sure::yes;
    const bool list = table.rows.front().size() == 2;
    if (n == 3 && (entries.symmetric || layout.count)) return Sure::likely;
    return n == 3 || list ? Sure::maybe : Sure::no;
}

/// The layouts that a table of so many lines and columns can have.
std::vector<MatrixLayout> layouts(const Sketch& table) {
    const bool count = table.rows[0].size() == 1 && table.lines > 1;
    const std::size_t first = count ? 1 : 0, lines = table.lines - first;
    if (lines == 0) return {};
    const std::size_t above = table.rows[first].size();
    const std::size_t width = table.rows[lines > 1 ? first + 1 : first].size();
    std::vector<MatrixLayout> all;
    for (const bool trailing : {false, true}) {
        const std::size_t c = width - std::size_t{trailing};
        const auto add = [&](std::size_t n, bool header, bool corner, bool index) {
            const std::size_t rows = lines - std::size_t{header};
            const std::size_t cells =
                header ? n + std::size_t{corner} + std::size_t{trailing} : above;
            if (n == 0 || rows != n || cells != above) return;
            const std::string number = std::to_string(n);
            if (count && table.rows[0][0] != number) return;
            all.push_back({n, count, header, corner, index, trailing});
        };
        if (c == 0) continue;
        add(c - 1, true, true, true);
        add(c - 1, true, false, true);
        add(c, false, false, false);
        add(c, true, false, false);
        add(c - 1, false, false, true);
    }
    return all;
}

/// What the first lines come nearest to.
MatrixLayout nearest(const Sketch& table) {
    const auto word = [](const std::string& field) { return !is_entry(field); };
    const Fields& first = table.rows[0];
    const Fields& second = table.rows[table.lines > 1 ? 1 : 0];
    const auto begin = first.begin() + (first.size() > 1 ? 1 : 0);
    const bool numbers = std::any_of(begin, first.end(), is_number);
    const bool header = table.lines > 1 && !numbers && std::any_of(begin, first.end(), word);
    const bool index = word((header ? second : first)[0]);
    const bool corner = header && index && first.size() == second.size();
    return {first.size() - std::size_t{corner || (index && !header)}, false, header, corner, index};
}

}  // namespace

bool called_by_r(const Fields& names) {
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string number = std::to_string(k + 1);
        if (names[k] != "V" + number && names[k] != "X" + number) return false;
    }
    return true;
}

MatrixGuess guess_matrix(const InputFile& file, char separator) {
    const Sketch table = sketch(file, separator);
    if (table.lines == 0) return {};
    MatrixGuess best;
    for (const MatrixLayout& layout : layouts(table)) {
        const Sure sure = weigh(table, layout);
        if (sure > best.sure) best = {layout, sure};
    }
    return best;
}

MatrixLayout layout_of_matrix(const InputFile& file, char separator,
                              std::optional<FirstLine> first_line) {
    const Sketch table = sketch(file, separator);
    if (table.lines == 0) return {};
    MatrixGuess best;
    std::optional<MatrixLayout> possible;
    for (const MatrixLayout& layout : layouts(table)) {
        if (first_line && (layout.header != (first_line == FirstLine::header) ||
                           layout.count != (first_line == FirstLine::counts))) {
            continue;
        }
        const Sure sure = weigh(table, layout);
        if (sure > best.sure) best = {layout, sure};
        const bool sides = layout.header && layout.index;  // whose names differ, then
        const bool words =
            (!layout.header || !std::ranges::all_of(names_of_columns(table, layout), is_number)) &&
            (!layout.index || !std::ranges::all_of(names_of_rows(table, layout), is_number));
        if (!possible && !sides && (words || first_line) && look_at(table, layout).all) {
            possible = layout;
        }
    }
    if (best.sure != Sure::no) return best.layout;
    return possible ? *possible : nearest(table);
}

}  // namespace apsp

// Edge lists: SNAP's lines of two or three words, and CSV and TSV tables. One pass of TextScanner,
// in which vertices are numbered as they appear (vertex_ids.hpp).
//
// The options or a header say which column is which; otherwise they are the first three. The first
// line is a header when an option names one of its columns. A first line without numbers is one,
// too, when it names the ends or the weight, when its weight is a word and the second line's is a
// number, or when the second line's ends are integers.
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_names.hpp"
#include "io/formats.hpp"
#include "io/hints.hpp"
#include "io/text_scanner.hpp"
#include "io/vertex_ids.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;
using Fields = std::vector<std::string>;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

constexpr std::string_view kEdgeLine = "a line 'source target' or 'source target weight'";

/// The characters that begin comments. In separated columns, where a label might begin with one,
/// there are comments only before the `first` line.
constexpr std::string_view edge_comments(char separator, bool first) {
    return separator == TextScanner::kBlanks || first ? "#%" : "";
}

struct EdgeColumns {
    std::size_t count = 0;  ///< Columns of every line.
    std::size_t source = 0;
    std::size_t target = 1;
    std::size_t weight = kNone;
    bool header = false;  ///< The first line names columns.
};

/// The fields from here to the end of the line; decimal commas in them become points.
Fields read_fields(TextScanner& scanner) {
    Fields fields;
    while (true) {
        fields.emplace_back(scanner.field());
        if (scanner.separator() == ';') fields.back() = with_point(fields.back());
        if (scanner.at_line_end()) break;
        scanner.next_field();
    }
    return fields;
}

std::size_t find_name(const Fields& header, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        const auto place =
            std::ranges::find_if(header, [&](const std::string& f) { return lower(f) == name; });
        if (place != header.end()) return static_cast<std::size_t>(place - header.begin());
    }
    return kNone;
}

bool ends_with_separator(std::string_view word) {
    return word.ends_with(',') || word.ends_with(';');
}

class Finder {
  public:
    Finder(const InputFile& file, const ReadOptions& options, char separator)
        : line_(file, separator), options_(options) {
        if (!line_.next_line(edge_comments(separator, true))) line_.fail(kEdgeLine);
        const std::string_view whole = line_.rest_of_line();
        first_ = read_fields(line_);
        if (first_.size() < 2) {
            line_.fail(
                "two or more columns, source and target",
                fmt::format("one, {}{}", TextScanner::quoted(first_[0]), column_hint(whole)));
        }
        const bool words = separator == TextScanner::kBlanks;
        if (words && ends_with_separator(first_[0]) && ends_with_separator(first_[1])) {
            line_.fail("columns separated by blanks",
                       TextScanner::quoted(whole) + column_hint(first_[0]));
        }
        TextScanner next = line_;
        next.end_line();
        if (next.next_line(edge_comments(separator, false))) second_ = read_fields(next);
    }

    EdgeColumns find() {
        // Names of columns are not numbers: a line with a number is data, whatever its labels.
        const bool names = std::ranges::none_of(first_, is_number);
        const auto find = [&](std::span<const std::string_view> of) {
            return names ? find_name(first_, of) : kNone;
        };
        const std::size_t weight = find(kWeightNames);
        std::size_t source = find(kSourceNames), target = find(kTargetNames);
        const bool weighted = weight != kNone || !options_.weight_column.empty();
        if (source == kNone && target == kNone && weighted) {
            source = find(kShortSourceNames);
            target = find(kShortTargetNames);
        }
        const bool source_known = source != kNone || !options_.source_column.empty();
        const bool target_known = target != kNone || !options_.target_column.empty();
        const bool ends_known = source_known && target_known;

        EdgeColumns columns;
        columns.count = first_.size();
        columns.source = wanted("source", options_.source_column, ends_known ? source : 0);
        columns.target = wanted("target", options_.target_column, ends_known ? target : 1);
        if (columns.source == columns.target) {
            throw Error(ErrorKind::usage,
                        fmt::format("{}: source and target are both column {}; tell them apart "
                                    "with ReadOptions::source_column and "
                                    "ReadOptions::target_column",
                                    line_.file().name(), columns.source + 1));
        }
        const bool an_end = weight == columns.source || weight == columns.target;
        const bool known = (source != kNone && target != kNone) || (weight != kNone && !an_end);
        if (!options_.unweighted) {
            columns.weight = find_weight(columns, known, an_end ? kNone : weight);
        }
        columns.header =
            by_name_ || (names && (known || ends_tell(columns) || weight_tells(columns)));
        const auto elsewhere = [](std::size_t name, std::size_t place) {
            return name != kNone && name != place;
        };
        const bool third_of_three = weight == 2 && columns.count == 3;
        const bool usual = !elsewhere(source, columns.source) &&
                           !elsewhere(target, columns.target) &&
                           (weight == kNone || third_of_three || !options_.weight_column.empty());
        if (columns.header && !ends_known && !usual) {
            line_.fail("columns named source and target",
                       fmt::format("{}; choose with ReadOptions::source_column and "
                                   "ReadOptions::target_column",
                                   all_names()));
        }
        return columns;
    }

  private:
    /// The column of weights: as asked for, as named, or the third of three.
    std::size_t find_weight(const EdgeColumns& columns, bool known, std::size_t named) {
        if (!options_.weight_column.empty()) {
            return wanted("weight", options_.weight_column, kNone);
        }
        if (named != kNone || columns.count == 2) return named;
        if (known) {
            line_.fail(
                "a column named weight among the columns",
                "none; name it with ReadOptions::weight_column, or use ReadOptions::unweighted");
        }
        if (columns.count == 3 && columns.source < 2 && columns.target < 2) return 2;
        line_.fail("source, target and weight",
                   fmt::format("{} columns; choose with ReadOptions::source_column, "
                               "ReadOptions::target_column and ReadOptions::weight_column or "
                               "ReadOptions::unweighted, or ReadOptions::format dense for a matrix",
                               columns.count));
    }

    /// The column that an option asks for, by number or by its name in the first line.
    std::size_t wanted(std::string_view role, const std::string& column, std::size_t otherwise) {
        if (column.empty()) return otherwise;
        const auto place = std::ranges::find(first_, column);
        if (place != first_.end() && !is_number(column)) {
            by_name_ = true;
            return static_cast<std::size_t>(place - first_.begin());
        }
        std::size_t number = 0;
        if (parse_whole(column, number) && number >= 1 && number <= first_.size()) {
            return number - 1;
        }
        throw Error(
            ErrorKind::usage,
            fmt::format("{}:{}: no column \"{}\" for ReadOptions::{}_column; there are 1 to "
                        "{}: {}",
                        line_.file().name(), line_.line(), column, role, first_.size(),
                        all_names()));
    }
    std::string all_names() const {
        return TextScanner::quoted(fmt::format("{}", fmt::join(first_, ", ")));
    }
    static bool integer(const Fields& fields, std::size_t k) {
        return k < fields.size() && parse_integer_label(fields[k]).has_value();
    }
    bool ends_tell(const EdgeColumns& c) const {
        return integer(second_, c.source) && integer(second_, c.target) &&
               !integer(first_, c.source) && !integer(first_, c.target);
    }
    bool weight_tells(const EdgeColumns& c) const {
        if (c.weight >= first_.size() || c.weight >= second_.size()) return false;
        const std::string& name = first_[c.weight];
        return !name.empty() && !is_word_of_no_arc(name) && is_number(second_[c.weight]) &&
               !integer(first_, c.source) && !integer(first_, c.target);
    }

    TextScanner line_;  // at the end of the first line
    const ReadOptions& options_;
    Fields first_;
    Fields second_;
    bool by_name_ = false;  // an option named a column of the first line
};

/// Reads the line's columns in order, each according to its role.
template <class Ids>
bool read_arc(TextScanner& scanner, const EdgeColumns& columns, Ids& ids, Arc& arc) {
    for (std::size_t k = 0; k < columns.count; ++k) {
        if (k > 0) scanner.next_field();
        if (k == columns.source) {
            if (!ids.take(scanner, arc.source)) return false;
        } else if (k == columns.target) {
            if (!ids.take(scanner, arc.target)) return false;
        } else if (k == columns.weight) {
            arc.weight = scanner.number_field(Number::weight);
        } else {
            scanner.field();
        }
    }
    scanner.end_line();
    return true;
}

/// Reads the whole file; returns nothing if `Ids` does not accept one of its labels.
template <class Ids>
std::optional<GraphFile> read_all(const InputFile& file, const ReadOptions& options,
                                  const EdgeColumns& columns, char separator) {
    TextScanner scanner(file, separator);
    Ids ids(file);
    std::vector<Arc> arcs;
    // "1 2\n" is 4 bytes: blank lines cannot make us reserve more.
    const std::string_view bytes = file.bytes();
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
    arcs.reserve(std::min(lines, bytes.size() / 4 + 1));
    bool first = true;
    while (scanner.next_line(edge_comments(separator, first))) {
        if (std::exchange(first, false) && columns.header) {
            scanner.skip_line();
            continue;
        }
        Arc arc{0, 0, 1};
        if (!read_arc(scanner, columns, ids, arc)) return std::nullopt;
        arcs.push_back(arc);
    }
    if (arcs.empty()) scanner.fail(kEdgeLine);
    const std::size_t n = ids.size();
    Labels labels = ids.finish(arcs);
    return GraphFile{make_graph(n, std::move(arcs), file.name(), options), std::move(labels),
                     scanner.notes()};
}

}  // namespace

GraphFile read_edges(const InputFile& file, const ReadOptions& options, char separator) {
    const EdgeColumns columns = Finder(file, options, separator).find();
    if (auto integers = read_all<IntegerIds>(file, options, columns, separator)) {
        return std::move(*integers);
    }
    return *read_all<WordIds>(file, options, columns, separator);
}

}  // namespace apsp

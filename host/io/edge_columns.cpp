// The rules of edge lists. What the first line may be, in this order:
//
// 1. What ReadOptions::first_line says.
// 2. Counts: one to three integers that say how many vertices there are and how many lines follow
//    ("5 4"), on one line or on two, unless the next line goes on from there ("9 8", "8 7"). They
//    are taken back if more vertices follow (see edges.cpp).
// 3. A header, if an option names one of its columns, or no field is a number and
//    - it names both ends or the weight, by the names in edge_names.hpp; or
//    - its first name is empty, or one is missing, as above the row names of pandas and R; or
//    - the line below has numbers for both ends or for the weight, where this one has words; or
//    - it has nothing but two words that are vertices in no other line (see edges.cpp).
// 4. An arc.
//
// The options or a header say which column is which; otherwise they are the first three.
#include "io/edge_columns.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_names.hpp"
#include "io/hints.hpp"

namespace apsp {
namespace {

constexpr std::size_t kNone = EdgeColumns::kNone;

std::size_t find_name(const Fields& header, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        const auto place = std::ranges::find(header, name, plain_name);
        if (place != header.end()) return static_cast<std::size_t>(place - header.begin());
    }
    return kNone;
}

bool ends_with_separator(std::string_view word) {
    return word.ends_with(',') || word.ends_with(';');
}

/// A line of one to three natural numbers; none if some are no numbers, or there are more.
struct Naturals {
    std::array<std::uint64_t, 3> values{};
    std::size_t size = 0;

    explicit Naturals(const Fields& fields) {
        if (fields.size() > values.size()) return;
        for (std::size_t k = 0; k < fields.size(); ++k) {
            if (!parse_whole(fields[k], values[k])) return;
        }
        size = fields.size();
    }
};

bool next_line(TextScanner& scanner) {
    scanner.skip_line();
    return scanner.next_line(comments_below(scanner.separator()));
}

/// Moves past lines of counts, and says what they are, but for an arc that goes on: a `way`.
std::optional<EdgeColumns::Counts> take_counts(TextScanner& first, bool asked, std::size_t& skipped,
                                               bool& way) {
    Naturals counts(fields_here(first));
    TextScanner below = first;
    if (counts.size == 0 || !next_line(below)) return {};
    const std::size_t own_width = counts.size;
    Fields fields = fields_here(below);
    skipped = 1;
    if (const Naturals more(fields); counts.size == 1 && more.size == 1) {
        counts.values[counts.size++] = more.values[0];
        if (!next_line(below)) return {};
        fields = fields_here(below);
        skipped = 2;
    }
    if (fields.size() < 2) return {};
    const auto [n, m, other] = counts.values;
    const std::size_t lines = count_lines(below, std::max(n, m));
    std::optional<EdgeColumns::Counts> found;
    if (counts.size == 1) {
        found = {lines, lines == n ? std::nullopt : std::optional(n)};
    } else if (lines == m && n > 0) {
        // "9 8", "8 7", ...: a way; "7 5 1" above "6 7 1": an arc with its weight
        way = fields.size() == own_width && (own_width == 3 || fields[0] == std::to_string(m));
        found = way && !asked ? std::nullopt : std::optional(EdgeColumns::Counts{lines, n});
    } else if (lines == n && m > 0 && fields.size() != own_width) {
        found = {lines, m};
    } else if (asked) {
        found = {lines, std::nullopt};
    }
    if (found) first = below;
    return found;
}

class Finder {
  public:
    Finder(const InputFile& file, const ReadOptions& options, char separator)
        : line_(file, separator), options_(options) {
        if (!begin_table(line_)) line_.fail(kEdgeLine);
        const auto asked = options.first_line;
        if (!asked || asked == FirstLine::counts) {
            std::size_t skipped = 0;
            columns_.counts = take_counts(line_, asked.has_value(), skipped, columns_.way);
            if (columns_.counts) columns_.skipped = skipped;
            if (asked && !columns_.counts) line_.fail("the numbers of vertices and of arcs");
        }
        const std::string_view whole = line_.rest_of_line();
        first_ = fields_here(line_);
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
        columns_.attributes = first_.size() > 2 && first_[2].starts_with('{');
        if (columns_.attributes) first_.resize(2);
        TextScanner next = line_;
        if (next_line(next)) second_ = fields_here(next);
        // Names of columns are not numbers: a line with a number is data, whatever its labels.
        names_ = std::ranges::none_of(first_, is_number) && !columns_.attributes;
        if (asked) names_ = asked == FirstLine::header;
        names_ = names_ && !columns_.counts;
        if (names_ && second_.size() == first_.size() + 1) first_.insert(first_.begin(), "");
        const bool above_rows = first_[0].empty() || plain_name(first_[0]) == "unnamed0";
        rows_named_ =
            names_ && above_rows && first_.size() > 2 && !second_.empty() && !second_[0].empty();
    }

    EdgeColumns find() {
        const auto find = [&](std::span<const std::string_view> of) {
            return names_ ? find_name(first_, of) : kNone;
        };
        const std::size_t begin = rows_named_ ? 1 : 0;  // of the columns that count
        const std::size_t width = first_.size() - begin;
        const std::size_t weight = find(kWeightNames);
        std::size_t source = find(kSourceNames), target = find(kTargetNames);
        bool paired = false, elsewhere_paired = false;
        if (source == kNone && target == kNone) {
            const auto [from, to] = find_pair();
            const bool weighted = weight != kNone || !options_.weight_column.empty();
            paired = from != kNone;
            if (paired && (weighted || width == 2)) std::tie(source, target) = std::pair(from, to);
            elsewhere_paired = paired && source == kNone && (from != begin || to != begin + 1);
        }
        const bool source_known = source != kNone || !options_.source_column.empty();
        const bool target_known = target != kNone || !options_.target_column.empty();
        const bool ends_known = source_known && target_known;

        columns_.count = first_.size();
        columns_.source = wanted("source", options_.source_column, ends_known ? source : begin);
        columns_.target = wanted("target", options_.target_column, ends_known ? target : begin + 1);
        if (columns_.source == columns_.target) {
            throw Error(ErrorKind::usage,
                        fmt::format("{}: source and target are both column {}; tell them apart "
                                    "with ReadOptions::source_column and "
                                    "ReadOptions::target_column",
                                    line_.file().name(), columns_.source + 1));
        }
        const bool an_end = weight == columns_.source || weight == columns_.target;
        const bool sure_pair = source != kNone && target != kNone && !(paired && width == 2);
        const bool known = sure_pair || (weight != kNone && !an_end);
        if (!options_.unweighted && !columns_.attributes) {
            columns_.weight = find_weight(known, an_end ? kNone : weight, begin);
        }
        if (ends_known && names_) find_directions(weight);
        const auto asked = options_.first_line;
        bool header =
            by_name_ || rows_named_ || (names_ && (known || ends_tell() || weight_tells()));
        if (asked) header = asked == FirstLine::header;
        const auto elsewhere = [](std::size_t name, std::size_t place) {
            return name != kNone && name != place;
        };
        const bool third_of_three = weight == begin + 2 && width == 3;
        const bool usual = !elsewhere(source, columns_.source) &&
                           !elsewhere(target, columns_.target) && !elsewhere_paired &&
                           (weight == kNone || third_of_three || !options_.weight_column.empty());
        if (header && !ends_known && !usual) {
            line_.fail("columns named source and target",
                       fmt::format("{}; choose with ReadOptions::source_column and "
                                   "ReadOptions::target_column",
                                   all_names()));
        }
        if (!header && !asked && names_ && columns_.weight == kNone && !second_.empty()) {
            columns_.guess = {first_[columns_.source], first_[columns_.target], paired};
            header = true;
        }
        columns_.skipped += header;
        return columns_;
    }

  private:
    std::pair<std::size_t, std::size_t> find_pair() const {
        for (const EndNames& pair : kPairedNames) {
            const std::size_t source = names_ ? find_name(first_, {&pair.source, 1}) : kNone;
            const std::size_t target = names_ ? find_name(first_, {&pair.target, 1}) : kNone;
            if (source != kNone && target != kNone) return {source, target};
        }
        return {kNone, kNone};
    }

    /// The column of weights: as asked for, as named, or the third of three.
    std::size_t find_weight(bool known, std::size_t named, std::size_t begin) {
        if (!options_.weight_column.empty()) {
            return wanted("weight", options_.weight_column, kNone);
        }
        const std::size_t width = columns_.count - begin;
        if (named != kNone || width == 2) return named;
        if (known) {
            line_.fail(
                "a column named weight among the columns",
                "none; name it with ReadOptions::weight_column, or use ReadOptions::unweighted");
        }
        if (width == 3 && columns_.source < begin + 2 && columns_.target < begin + 2) {
            return begin + 2;
        }
        line_.fail("source, target and weight",
                   fmt::format("{} columns; choose with ReadOptions::source_column, "
                               "ReadOptions::target_column and ReadOptions::weight_column or "
                               "ReadOptions::unweighted, or ReadOptions::format dense for a matrix",
                               columns_.count));
    }

    /// Columns that say where an edge leads both ways: Gephi's and pgRouting's.
    void find_directions(std::size_t weight) {
        constexpr std::array<std::string_view, 3> kTypes = {"directed", "undirected", "mutual"};
        const std::size_t type = find_name(first_, kTypeNames);
        if (type < second_.size() && std::ranges::count(kTypes, lower(second_[type])) != 0) {
            columns_.type = type;
        }
        if (weight == kNone || plain_name(first_[weight]) != "cost") return;
        if (!options_.weight_column.empty()) return;
        columns_.reverse = find_name(first_, kReverseNames);
        if (columns_.reverse != kNone) columns_.weight = weight;  // its sign counts in any case
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
    /// Whether the field is a number in the second line, and none in the first.
    bool number_below(std::size_t k) const {
        return k < second_.size() && is_number(second_[k]) && !is_number(first_[k]);
    }
    bool ends_tell() const {
        return number_below(columns_.source) && number_below(columns_.target);
    }
    bool weight_tells() const {
        const std::size_t k = columns_.weight;
        return k != kNone && number_below(k) && !first_[k].empty() && !is_word_of_no_arc(first_[k]);
    }

    TextScanner line_;  // at the beginning of the first line that is no count
    const ReadOptions& options_;
    EdgeColumns columns_;
    Fields first_;
    Fields second_;
    bool names_ = false;       // the first line may be a header
    bool rows_named_ = false;  // the first column numbers or names the lines
    bool by_name_ = false;     // an option named a column of the first line
};

}  // namespace

EdgeColumns find_edge_columns(const InputFile& file, const ReadOptions& options, char separator) {
    return Finder(file, options, separator).find();
}

}  // namespace apsp

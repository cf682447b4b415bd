// The first line is a header when the options or it itself name columns, when its weight is no
// number but the second line's is, or when its ends are no integers but the second line's are.
#include "io/edge_columns.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "base/parse_number.hpp"
#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_lines.hpp"

namespace apsp {
namespace {

using Fields = std::vector<std::string>;
constexpr std::size_t kNone = EdgeColumns::kNone;

constexpr std::string_view kSources[] = {"source", "src", "from", "fromnodeid", "tail", "origin"};
constexpr std::string_view kTargets[] = {"target", "dst",  "to",         "tonodeid",
                                         "head",   "dest", "destination"};
constexpr std::string_view kWeights[] = {"weight", "cost", "distance", "dist", "length"};

/// The fields of the line here.
Fields read_fields(TextScanner& scanner) {
    Fields fields;
    while (true) {
        fields.emplace_back(scanner.field());
        if (scanner.at_line_end()) break;
        scanner.next_field();
    }
    scanner.end_line();
    return fields;
}

bool is_number(const std::string& text) {
    double value = 0;
    const char* first = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), value);
    return error != std::errc::invalid_argument && end == text.data() + text.size();
}

std::size_t find_name(const Fields& header, std::span<const std::string_view> names) {
    for (const std::string_view name : names) {
        const auto place =
            std::ranges::find_if(header, [&](const std::string& f) { return lower(f) == name; });
        if (place != header.end()) return static_cast<std::size_t>(place - header.begin());
    }
    return kNone;
}

class Finder {
  public:
    Finder(const InputFile& file, const ReadOptions& options, char separator)
        : file_(file), options_(options) {
        TextScanner scanner(file, separator);
        if (!next_edge(scanner, separator, true)) scanner.fail(kEdgeLine);
        line_ = scanner.line();
        first_ = read_fields(scanner);
        if (first_.size() < 2) {
            fail("two or more columns, source and target",
                 fmt::format("one, {}", TextScanner::quoted(first_[0])));
        }
        if (next_edge(scanner, separator, false)) second_ = read_fields(scanner);
    }

    EdgeColumns find() {
        // Names of columns are no numbers; a line with one is data, whatever its labels.
        const bool names = std::ranges::none_of(first_, is_number);
        const std::size_t source = names ? find_name(first_, kSources) : kNone;
        const std::size_t target = names ? find_name(first_, kTargets) : kNone;
        std::size_t weight = names ? find_name(first_, kWeights) : kNone;
        const bool named = source != kNone && target != kNone;

        EdgeColumns columns;
        columns.count = first_.size();
        columns.source = wanted("source", options_.source_column, named ? source : 0);
        columns.target = wanted("target", options_.target_column, named ? target : 1);
        if (columns.source == columns.target) {
            throw Error(ErrorKind::usage,
                        fmt::format("{}: source and target are both column {}; tell them apart "
                                    "with ReadOptions::source_column and "
                                    "ReadOptions::target_column",
                                    file_.name(), columns.source + 1));
        }
        if (weight == columns.source || weight == columns.target) weight = kNone;
        const bool known = named || weight != kNone;
        if (!options_.unweighted) columns.weight = find_weight(columns, known, weight);
        columns.header = known || by_name_ || ends_tell(columns) || weight_tells(columns);
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
            fail("a column named weight among the columns",
                 "none; name it with ReadOptions::weight_column, or use ReadOptions::unweighted");
        }
        if (columns.count == 3 && columns.source < 2 && columns.target < 2) return 2;
        fail("source, target and weight",
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
        std::string names;
        for (const std::string& field : first_) names += (names.empty() ? "" : ", ") + field;
        if (names.size() > 200) names = names.substr(0, 200) + "...";
        throw Error(
            ErrorKind::usage,
            fmt::format("{}:{}: no column \"{}\" for ReadOptions::{}_column; there are 1 to "
                        "{}: {}",
                        file_.name(), line_, column, role, first_.size(),
                        TextScanner::quoted(names)));
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
        return !is_number(first_[c.weight]) && is_number(second_[c.weight]) &&
               !integer(first_, c.source) && !integer(first_, c.target);
    }
    [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
        throw Error(ErrorKind::bad_input, fmt::format("{}:{}: expected {}, found {}", file_.name(),
                                                      line_, expected, found));
    }

    const InputFile& file_;
    const ReadOptions& options_;
    Fields first_;
    Fields second_;
    std::size_t line_ = 1;
    bool by_name_ = false;  // an option named a column of the first line
};

}  // namespace

EdgeColumns find_edge_columns(const InputFile& file, const ReadOptions& options, char separator) {
    return Finder(file, options, separator).find();
}

}  // namespace apsp

// Edge lists: SNAP's lines of two or three words, and CSV and TSV tables. One pass of TextScanner,
// in which vertices are numbered as they appear (vertex_ids.hpp), below the lines and with the
// columns that edge_columns.cpp finds. It guesses in two cases, and only the arcs tell if it was
// right: if a header's words are vertices, too, or counts do not fit the vertices, the file is read
// once more with that line as an arc.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/ascii.hpp"
#include "io/edge_attributes.hpp"
#include "io/edge_columns.hpp"
#include "io/formats.hpp"
#include "io/text_scanner.hpp"
#include "io/vertex_ids.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;

/// What a line holds besides its arc.
struct Back {
    bool there = false;  ///< An arc back, of this weight.
    double weight = 1;
    bool closed = false;  ///< The arc is none.
};

/// A cost of pgRouting: negative or empty where a direction is closed.
bool take_cost(TextScanner& scanner, double& cost) {
    cost = scanner.at_field_end() ? -1 : scanner.number_field(Number::weight);
    return cost >= 0;
}

bool leads_both_ways(TextScanner& scanner) {
    const std::string type = lower(scanner.field());
    if (type == "undirected" || type == "mutual") return true;
    if (type == "directed" || type.empty()) return false;
    scanner.fail("Directed or Undirected", TextScanner::quoted(type));
}

/// Reads the line's columns in order, each according to its role.
template <class Ids>
bool read_arc(TextScanner& scanner, const EdgeColumns& columns, Ids& ids, Arc& arc, Back& back) {
    for (std::size_t k = 0; k < columns.count; ++k) {
        if (k > 0) scanner.next_field();
        if (k == columns.source) {
            if (!ids.take(scanner, arc.source)) return false;
        } else if (k == columns.target) {
            if (!ids.take(scanner, arc.target)) return false;
        } else if (k == columns.weight && columns.reverse == EdgeColumns::kNone) {
            arc.weight = scanner.number_field(Number::weight);
        } else if (k == columns.weight) {
            back.closed = !take_cost(scanner, arc.weight);
        } else if (k == columns.reverse) {
            back.there = take_cost(scanner, back.weight);
        } else if (k == columns.type) {
            back.there = leads_both_ways(scanner);
        } else {
            scanner.field();
        }
    }
    return true;
}

/// Whether most arcs share no vertex with another.
bool mostly_apart(std::size_t n, const std::vector<Arc>& arcs) {
    std::vector<std::uint32_t> degrees(n);
    for (const Arc& arc : arcs) {
        ++degrees[arc.source];
        if (arc.target != arc.source) ++degrees[arc.target];
    }
    const auto apart = std::ranges::count_if(
        arcs, [&](const Arc& arc) { return degrees[arc.source] == 1 && degrees[arc.target] == 1; });
    return 2 * static_cast<std::size_t>(apart) > arcs.size();
}

class ArcReader {
  public:
    ArcReader(const InputFile& file, ReadOptions options, char separator)
        : file_(file), options_(std::move(options)), separator_(separator) {}

    GraphFile read() {
        while (true) {
            columns_ = find_edge_columns(file_, options_, separator_);
            Outcome outcome = read_all<IntegerIds>();
            if (outcome == Outcome::no_integers) outcome = read_all<WordIds>();
            if (outcome == Outcome::done) return std::move(*result_);
            options_.first_line = FirstLine::data;
        }
    }

  private:
    enum class Outcome { done, no_integers, first_line_is_arc };

    void note(const std::string& text) {
        if (!text.empty()) notes_.push_back(fmt::format("{}: {}", file_.name(), text));
    }

    /// Reads the whole file.
    template <class Ids>
    Outcome read_all() {
        TextScanner scanner(file_, separator_);
        Ids ids(file_);
        std::vector<Arc> arcs;
        // "1 2\n" is 4 bytes: blank lines cannot make us reserve more.
        const std::string_view bytes = file_.bytes();
        const auto lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
        arcs.reserve(std::min(lines, bytes.size() / 4 + 1));
        EdgeAttributes attributes(options_.weight_column);
        const std::string_view comments = comments_below(separator_);
        bool more = begin_table(scanner);
        for (std::size_t k = 0; k < columns_.skipped && more; ++k) {
            scanner.skip_line();
            more = scanner.next_line(comments);
        }
        if (!more) scanner.fail(kEdgeLine);
        for (; more; more = scanner.next_line(comments)) {
            Arc arc{0, 0, 1};
            Back back;
            if (!read_arc(scanner, columns_, ids, arc, back)) return Outcome::no_integers;
            if (columns_.attributes && options_.unweighted) scanner.skip_to_line_end();
            if (columns_.attributes && !options_.unweighted) arc.weight = attributes.take(scanner);
            scanner.end_line();
            if (!back.closed) arcs.push_back(arc);
            if (!back.there) continue;
            const bool same = columns_.reverse == EdgeColumns::kNone;
            arcs.push_back({arc.target, arc.source, same ? arc.weight : back.weight});
        }
        if (!first_line_fits(ids, arcs)) return Outcome::first_line_is_arc;
        note(ids.note());
        if (columns_.attributes) note(attributes.note());
        if (columns_.reverse != EdgeColumns::kNone) {
            note(
                "the arcs back have the reverse costs, and a cost below 0 closes a direction; "
                "ReadOptions::weight_column cost takes the costs alone, as they are");
        }
        for (std::string& each : scanner.notes()) notes_.push_back(std::move(each));
        const std::size_t n = ids.size();
        Labels labels = ids.finish(arcs);
        result_ = {make_graph(n, std::move(arcs), file_.name(), options_), std::move(labels),
                   std::move(notes_)};
        return Outcome::done;
    }

    /// Whether the first line was what it was taken for, now that all arcs are known; notes it.
    template <class Ids>
    bool first_line_fits(Ids& ids, const std::vector<Arc>& arcs) {
        if (const auto& counts = columns_.counts) return counts_fit(ids, *counts);
        if (columns_.way) {
            note(
                "the first line is read as an arc; ReadOptions::first_line counts takes it for "
                "counts "
                "of vertices and arcs");
        }
        if (!columns_.guess) return true;
        const auto& [source, target, paired] = *columns_.guess;
        if (ids.has(source) || ids.has(target)) return false;
        if (paired) return true;
        const bool apart = mostly_apart(ids.size(), arcs);
        const std::string words =
            TextScanner::quoted(source) + " and " + TextScanner::quoted(target);
        note(apart ? "the first line is read as an arc of " + words +
                         "; ReadOptions::first_line header takes it for names of columns"
                   : "the first line is read as names of columns, since no other line has " +
                         words + "; ReadOptions::first_line data makes it an arc");
        return !apart;
    }

    template <class Ids>
    bool counts_fit(Ids& ids, const EdgeColumns::Counts& counts) {
        const bool asked = options_.first_line == FirstLine::counts;
        std::string vertices;
        if (counts.vertices) {
            const std::uint64_t n = *counts.vertices;
            const bool fit = n > 0 && ids.fit(n);
            if (!fit && !asked) return false;
            vertices = fmt::format("{} vertices{} and ", n,
                                   fit && ids.fill(n) ? "" : " (those without arcs are left out)");
        }
        if (!asked) {
            note(
                fmt::format("the first line is read as counts, {}{} arcs; "
                            "ReadOptions::first_line data reads it as an arc",
                            vertices, counts.lines));
        }
        return true;
    }

    const InputFile& file_;
    ReadOptions options_;
    char separator_;
    EdgeColumns columns_;
    std::vector<std::string> notes_;
    std::optional<GraphFile> result_;
};

}  // namespace

GraphFile read_edges(const InputFile& file, const ReadOptions& options, char separator) {
    return ArcReader(file, options, separator).read();
}

}  // namespace apsp

// Edge lists: SNAP's lines of two or three words, and CSV and TSV tables. One pass of TextScanner,
// in which vertices are numbered as they appear (vertex_ids.hpp).
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "io/edge_columns.hpp"
#include "io/edge_lines.hpp"
#include "io/formats.hpp"
#include "io/text_scanner.hpp"
#include "io/vertex_ids.hpp"

namespace apsp {
namespace {

using Number = TextScanner::Number;

/// Reads the line's columns in their order, each for what it is.
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

/// The whole file; nothing when `Ids` does not take one of its labels.
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
    while (next_edge(scanner, separator, first)) {
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
    return GraphFile{make_graph(n, std::move(arcs), file, options), std::move(labels),
                     scanner.notes()};
}

}  // namespace

GraphFile read_edges(const InputFile& file, const ReadOptions& options, char separator) {
    const EdgeColumns columns = find_edge_columns(file, options, separator);
    if (auto integers = read_all<IntegerIds>(file, options, columns, separator)) {
        return std::move(*integers);
    }
    return *read_all<WordIds>(file, options, columns, separator);
}

}  // namespace apsp

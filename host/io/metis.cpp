// METIS graphs (manual of METIS 5.1, section 4.1.1): "n m [fmt [ncon]]", then one line per vertex
// with its neighbours, from 1. The digits of fmt say whether there are sizes and weights of
// vertices, which are skipped here, and weights of edges. Each edge is listed in the lines of both
// its ends.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "io/formats.hpp"
#include "io/text_scanner.hpp"

namespace apsp {
namespace {

struct Header {
    std::size_t vertices = 0;
    std::uint64_t edges = 0;
    std::uint64_t skipped = 0;  ///< Numbers before a vertex's neighbours.
    bool weights = false;
    std::size_t line = 0;
};

Header read_header(TextScanner& scanner) {
    scanner.next_line("%");
    Header header;
    header.line = scanner.line();
    header.vertices = scanner.vertex_count();
    header.edges = scanner.natural("a number of edges");
    // An edge takes at least "2 " twice, and some headers count it twice.
    if (header.edges > scanner.bytes_left() / 2 + 1) {
        scanner.fail(fmt::format("neighbours for {} edges", header.edges),
                     fmt::format("a file with only {} bytes left", scanner.bytes_left()));
    }
    if (!scanner.at_line_end()) {
        std::string fmt(scanner.word());
        if (fmt.size() > 3 || fmt.find_first_not_of("01") != std::string::npos) {
            scanner.fail("a format of up to three digits 0 or 1", TextScanner::quoted(fmt));
        }
        fmt.insert(0, 3 - fmt.size(), '0');
        const bool vertex_weights = fmt[1] == '1';
        std::uint64_t constraints = vertex_weights ? 1 : 0;
        if (!scanner.at_line_end()) {
            constraints = scanner.natural("a number of vertex weights");
            if (vertex_weights != (constraints != 0)) {
                scanner.fail(vertex_weights ? "one or more vertex weights, as the format says"
                                            : "no vertex weights, as the format says",
                             fmt::format("{}", constraints));
            }
        }
        header.skipped = constraints + (fmt[0] == '1');
        header.weights = fmt[2] == '1';
    }
    scanner.end_line();
    return header;
}

/// Reads the neighbours of vertex i from the line here.
void read_vertex(TextScanner& scanner, const Header& header, std::uint32_t i,
                 std::vector<Arc>& arcs) {
    for (std::uint64_t k = 0; k < header.skipped; ++k) {
        scanner.natural("a size or weight of the vertex, as the format says");
    }
    while (!scanner.at_line_end()) {
        if (arcs.size() == 2 * header.edges) {
            scanner.fail(fmt::format("no more than twice the {} edges of line {}", header.edges,
                                     header.line),
                         "another neighbour");
        }
        const std::uint32_t j = scanner.vertex(header.vertices);
        if (j == i)
            scanner.fail("another vertex as neighbour",
                         fmt::format("{} itself; METIS has no loops, and counts from 1", i + 1));
        const double weight = header.weights ? scanner.number(TextScanner::Number::weight) : 1;
        arcs.push_back({i, j, weight});
    }
    scanner.end_line();
}

/// Throws unless each arc has its mirror. If the sums of hashes over the arcs to higher and to
/// lower vertices are equal, each has; only otherwise are arcs sorted, to find one that lacks it.
void check_mirrored(std::vector<Arc>& arcs, const std::vector<std::size_t>& lines,
                    const InputFile& file) {
    std::uint64_t sum = 0;
    for (const Arc& arc : arcs) {
        const auto [low, high] = std::minmax(arc.source, arc.target);
        std::uint64_t hash = (std::uint64_t{low} << 32 | high) * 0x9E3779B97F4A7C15U;
        hash ^= std::hash<double>{}(arc.weight) + (hash >> 29);
        hash *= 0xBF58476D1CE4E5B9U;
        hash ^= hash >> 32;
        sum += arc.source < arc.target ? hash : 0 - hash;
    }
    if (sum == 0) return;
    const auto before = [](const Arc& a, const Arc& b) {
        return std::tie(a.source, a.target, a.weight) < std::tie(b.source, b.target, b.weight);
    };
    std::ranges::sort(arcs, before);
    for (const Arc& arc : arcs) {
        const Arc mirror{arc.target, arc.source, arc.weight};
        const auto count = [&](const Arc& a) {
            const auto [first, last] = std::equal_range(arcs.begin(), arcs.end(), a, before);
            return last - first;
        };
        if (count(arc) == count(mirror)) continue;
        throw Error(ErrorKind::bad_input,
                    fmt::format("{0}:{1}: expected neighbour {2} of vertex {3} to have it as a "
                                "neighbour of weight {4}, too, found none in line {5}",
                                file.name(), lines[arc.source], arc.target + 1, arc.source + 1,
                                arc.weight, lines[arc.target]));
    }
}

}  // namespace

GraphFile read_metis(const InputFile& file, const ReadOptions& options) {
    TextScanner scanner(file);
    const Header header = read_header(scanner);
    std::vector<Arc> arcs;
    arcs.reserve(std::min<std::uint64_t>(2 * header.edges, scanner.bytes_left() / 2 + 1));
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < header.vertices; ++i) {
        while (!scanner.at_line_end() && scanner.peek() == '%') scanner.skip_line();
        // The last line may be empty and lack even its line end.
        if (scanner.bytes_left() == 0 && i + 1 < header.vertices) {
            scanner.fail(fmt::format("a line for each of the {} vertices of line {}",
                                     header.vertices, header.line),
                         fmt::format("the end of the file after {}", i));
        }
        lines.push_back(scanner.line());
        read_vertex(scanner, header, static_cast<std::uint32_t>(i), arcs);
    }
    if (scanner.next_line("%")) {
        scanner.fail(
            fmt::format("no more than the {} vertices of line {}", header.vertices, header.line),
            "another line");
    }
    if (arcs.size() == header.edges && header.edges % 2 == 0 && header.edges != 0) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}:{}: expected {} edges, found {}; the header counts each edge "
                                "twice",
                                file.name(), header.line, header.edges / 2, header.edges));
    }
    if (arcs.size() != 2 * header.edges) {
        scanner.fail(
            fmt::format("{} neighbours, twice the edges of line {}", 2 * header.edges, header.line),
            fmt::format("the end of the file after {}", arcs.size()));
    }
    check_mirrored(arcs, lines, file);
    return {
        make_graph(header.vertices, std::move(arcs), file.name(), options), {}, scanner.notes()};
}

}  // namespace apsp

// Chooses how to find the distances of pairs, and has them found.
#include <algorithm>
#include <numeric>

#include "apsp/table.hpp"
#include "base/host_memory.hpp"
#include "base/stop.hpp"
#include "near/meeting_ways.hpp"
#include "near/near_rows.hpp"
#include "near/whole_rows.hpp"

namespace apsp {
namespace {

using Pairs = std::span<const VertexPair>;

/// The vertices at one end of the pairs, each once, ascending.
std::vector<std::uint32_t> ends(Pairs pairs, std::uint32_t VertexPair::*end) {
    std::vector<std::uint32_t> vertices(pairs.size());
    std::ranges::transform(pairs, vertices.begin(), end);
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

/// Entries of the lists on a vertex's way up, on average.
double mean_way(const EliminationCounts& counts) {
    std::vector<double> way(counts.length.begin(), counts.length.end());
    double sum = 0;
    for (std::size_t x = way.size(); x-- > 0; sum += way[x]) {
        if (counts.parent[x] != kNoRank) way[x] += way[counts.parent[x]];
    }
    return sum / static_cast<double>(std::max<std::size_t>(way.size(), 1));
}

/// By whole rows of the sources, or of the targets if they are fewer.
Algorithm find_in_rows(const Graph& graph, Pairs pairs, const std::vector<std::uint32_t>& rows,
                       bool of_targets, const TableOptions& options, DistanceTable& table) {
    const auto own = of_targets ? &VertexPair::target : &VertexPair::source;
    const auto other = of_targets ? &VertexPair::source : &VertexPair::target;
    std::vector<std::uint32_t> order(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    const auto row_of = [&](std::uint32_t i) { return pairs[i].*own; };
    std::ranges::sort(order, {}, row_of);
    return solve_for_rows(
        of_targets ? turned_round(graph) : graph, options, table.dtype, rows,
        [&](std::size_t k, auto row) {
            const auto found = table.row<typename decltype(row)::value_type>(0);
            for (const std::uint32_t i : std::ranges::equal_range(order, rows[k], {}, row_of)) {
                found[i] = row[pairs[i].*other];
            }
        });
}

}  // namespace

DistanceTable distance_pairs(const Graph& graph, Pairs pairs, const TableOptions& options) {
    const StopScope stop(options.stop);
    if (!options.sources.empty() || !options.targets.empty()) {
        throw Error(ErrorKind::usage,
                    "distances of pairs: TableOptions::sources and targets are for tables");
    }
    const auto sources = ends(pairs, &VertexPair::source);
    const auto targets = ends(pairs, &VertexPair::target);
    for (const auto& [vertices, what] : {std::pair(&sources, "source"), {&targets, "target"}}) {
        if (vertices->empty()) break;
        const std::size_t last = vertices->back();
        check_vertices(std::span(&last, 1), graph.vertices(), what);
    }
    DistanceTable table;
    table.rows = 1;
    table.columns = pairs.size();
    table.dtype = choose_dtype(graph, Semiring::min_plus, options.dtype).dtype;
    table.algorithm = options.algorithm;
    table.memory = allocate_host(pairs.size() * size_of(table.dtype));
    if (pairs.empty()) return table;

    const bool of_targets = graph.min_weight() >= 0 && targets.size() < sources.size();
    const auto& rows = of_targets ? targets : sources;
    WholeElimination elimination(graph, options.elimination);
    table.algorithm = choose_way(graph, options, rows.size(), elimination, [&](const Fill&) {
        const auto ways = static_cast<double>(sources.size() + targets.size());
        return ways * mean_way(elimination.counts()) * cost::kVector;
    });
    if (table.algorithm == Algorithm::sparse) {
        find_where_ways_meet(graph, *elimination.tree(), pairs, options.progress, table);
    } else {
        table.algorithm = find_in_rows(graph, pairs, rows, of_targets, options, table);
    }
    return table;
}

}  // namespace apsp

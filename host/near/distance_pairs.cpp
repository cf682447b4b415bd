// Chooses how to find the distances of pairs, and has them found.
#include <algorithm>

#include "apsp/table.hpp"
#include "base/host_memory.hpp"
#include "base/stop.hpp"
#include "near/meeting_ways.hpp"
#include "near/near_rows.hpp"
#include "near/pair_groups.hpp"
#include "near/predecessors.hpp"
#include "near/turned_round.hpp"
#include "near/whole_rows.hpp"

namespace apsp {
namespace {

using Pairs = std::span<const VertexPair>;

/// Entries of the lists on a vertex's way up, on average.
double mean_way(const EliminationCounts& counts) {
    std::vector<double> way(counts.length.begin(), counts.length.end());
    double sum = 0;
    for (std::size_t x = way.size(); x-- > 0; sum += way[x]) {
        if (counts.parent[x] != kNoRank) way[x] += way[counts.parent[x]];
    }
    return sum / static_cast<double>(std::max<std::size_t>(way.size(), 1));
}

/// By whole rows of the vertices that pairs share.
Algorithm find_in_rows(const Graph& graph, const PairGroups& groups, const TableOptions& options,
                       DistanceTable& table) {
    return solve_for_rows(graph, options, table.dtype, groups.vertices(),
                          [&](std::size_t group, auto row) {
                              const auto found = table.row<typename decltype(row)::value_type>(0);
                              for (const std::size_t k : groups.places(group)) {
                                  found[k] = row[groups.other(k)];
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
    const PairGroups by_source(pairs, false), by_target(pairs, true);
    for (const auto& [groups, what] : {std::pair(&by_source, "source"), {&by_target, "target"}}) {
        if (pairs.empty()) break;
        const std::size_t last = groups->vertices().back();
        check_vertices(std::span(&last, 1), graph.vertices(), what);
    }
    DistanceTable table;
    table.rows = 1;
    table.columns = pairs.size();
    table.dtype = choose_dtype(graph, Semiring::min_plus, options.dtype).dtype;
    table.algorithm = options.algorithm;
    table.memory = allocate_host(pairs.size() * size_of(table.dtype));
    if (pairs.empty()) return table;

    const std::size_t sources = by_source.vertices().size(), targets = by_target.vertices().size();
    const bool of_targets = graph.min_weight() >= 0 && targets < sources;
    WholeElimination elimination(graph, options.elimination);
    table.algorithm =
        choose_way(graph, options, of_targets ? targets : sources, elimination, [&](const Fill&) {
            const auto ways = static_cast<double>(sources + targets);
            return ways * mean_way(elimination.counts()) * measured::pairs::kVector;
        });
    if (table.algorithm == Algorithm::sparse) {
        find_where_ways_meet(graph, *elimination.tree(), pairs, options.progress, table);
    } else {
        table.algorithm = of_targets ? find_in_rows(turned_round(graph), by_target, options, table)
                                     : find_in_rows(graph, by_source, options, table);
    }
    if (options.predecessors) {
        table.predecessors = predecessors_of(graph, table.dtype, pairs, of_targets);
    }
    return table;
}

}  // namespace apsp

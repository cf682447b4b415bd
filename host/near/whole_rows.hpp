// Solves for whole rows of which only some entries are wanted.
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/solve.hpp"
#include "apsp/table.hpp"
#include "base/parallel_for.hpp"

namespace apsp {

/// The graph with all arcs turned round.
inline Graph turned_round(const Graph& graph) {
    if (graph.symmetric()) return graph;
    std::vector<Arc> arcs;
    arcs.reserve(graph.arcs());
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double weight) {
            arcs.push_back({static_cast<std::uint32_t>(j), static_cast<std::uint32_t>(i), weight});
        });
    }
    return Graph::from_arcs(graph.vertices(), arcs, graph.origin());
}

/// Solves for the rows of these vertices as the options say, and calls use(place, row) for each,
/// from several threads. Returns the algorithm.
template <class Use>
Algorithm solve_for_rows(const Graph& graph, const TableOptions& options, Dtype dtype,
                         const std::vector<std::uint32_t>& vertices, const Use& use) {
    SolveOptions solving;
    solving.algorithm = options.algorithm;
    solving.dtype = dtype;
    solving.rows.assign(vertices.begin(), vertices.end());
    solving.keep_distances = false;
    solving.progress = options.progress;
    solving.take_rows = [&](const RowBatch& batch) {
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            parallel_for({0, batch.rows.size()}, static_cast<double>(graph.vertices()),
                         [&](std::size_t k) {
                             use(batch.first + k, batch.distances.row<T>(batch.rows.first + k));
                         });
        });
    };
    return (options.device ? solve(graph, *options.device, solving) : solve(graph, solving))
        .algorithm;
}

}  // namespace apsp

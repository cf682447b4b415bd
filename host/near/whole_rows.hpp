// What tables and distances of pairs have in common: the choice of a way, and the one that solves
// for whole rows of which only some entries are wanted.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "apsp/solve.hpp"
#include "apsp/table.hpp"
#include "base/parallel_for.hpp"
#include "graph/order.hpp"
#include "near/costs.hpp"
#include "near/whole_elimination.hpp"

namespace apsp {

/// The algorithm that was asked for, or `sparse` if that takes less time than searches for so many
/// rows. `descend(fill)` is what it takes after the elimination, in nanoseconds of one thread.
/// @throws Error usage for `sparse` with negative weights
template <class Descend>
Algorithm choose_way(const Graph& graph, const TableOptions& options, std::size_t rows,
                     WholeElimination& elimination, const Descend& descend) {
    const bool negative = graph.min_weight() < 0;
    if (negative && options.algorithm == Algorithm::sparse) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: a table by sparse needs weights that are not negative; "
                                "TableOptions::algorithm auto solves for rows",
                                graph.origin()));
    }
    if (negative || options.algorithm != Algorithm::automatic || !can_order() || graph.dense()) {
        return options.algorithm;
    }
    const auto n = static_cast<double>(graph.vertices());
    const auto threads = static_cast<double>(team_limit());
    const double search =
        static_cast<double>(rows) *
        (static_cast<double>(graph.arcs()) * measured::pairs::kArc + n * measured::pairs::kPair) /
        threads;
    if (options.elimination == nullptr && search < n * measured::pairs::kOrder)
        return options.algorithm;
    const Fill fill(elimination.counts());
    return fill.eliminate + descend(fill) / threads < search ? Algorithm::sparse
                                                             : options.algorithm;
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

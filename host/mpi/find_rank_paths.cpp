// See rank_results.hpp.
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "mpi/failure.hpp"
#include "mpi/rank_results.hpp"
#include "paths/tight_rows.hpp"

namespace apsp::mpi {
namespace {

std::vector<std::size_t> times(std::vector<std::size_t> bounds, std::size_t bytes) {
    for (std::size_t& bound : bounds) bound *= bytes;
    return bounds;
}

/// Checks memory for all ranks' arcs, by sources and by targets, with bits of the direct ones.
void check_arcs_memory(const Comm& node, std::size_t n, std::size_t arcs, std::size_t arc_bytes) {
    check_memory(node, 2 * std::uint64_t{arcs} * arc_bytes + std::uint64_t{n} * n / 8,
                 fmt::format("n = {}, {} tight arcs", n, arcs));
}

/// The rows of all ranks, of which this one has its own.
TightRows all_rows(const Comm& comm, const Comm& node, const RankPlan& plan, TightRows own) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const std::size_t n = plan.solve.matrix.n, weight_bytes = size_of(plan.solve.matrix.dtype);
    const std::vector<std::size_t> arcs = comm.gather(own.targets.size());
    std::vector<std::size_t> bounds(arcs.size() + 1, 0);
    std::inclusive_scan(arcs.begin(), arcs.end(), bounds.begin() + 1);
    TightRows all;
    together(comm, [&] {
        check_arcs_memory(node, n, bounds.back(), sizeof(std::uint32_t) + weight_bytes);
        all.counts.resize(n);
        all.targets.resize(bounds.back());
        all.weights.resize(bounds.back() * weight_bytes);
        const auto place = [](auto& to, std::size_t first, const auto& from) {
            std::ranges::copy(from, to.begin() + static_cast<std::ptrdiff_t>(first));
        };
        place(all.counts, plan.own().first, own.counts);
        place(all.targets, bounds[rank], own.targets);
        place(all.weights, bounds[rank] * weight_bytes, own.weights);
        own = {};
    });
    comm.complete(all.counts.data(), plan.row_bounds(sizeof(std::uint32_t)));
    comm.complete(all.targets.data(), times(bounds, sizeof(std::uint32_t)));
    comm.complete(all.weights.data(), times(bounds, weight_bytes));
    return all;
}

/// If weights are positive, each rank orders all lists. Otherwise that needs rows of the distances,
/// and each rank orders the lists of the arcs into its own vertices.
void order_together(const Comm& comm, const RankPlan& plan, const Graph& graph,
                    const Matrix& distances, TightArcs& arcs) {
    const bool by_rows = graph.min_cost() <= 0;
    bool circles = false;
    together(comm, [&] {
        const Range targets = by_rows ? plan.own() : Range{0, arcs.n};
        circles = order_lists(graph, distances, targets, arcs);
    });
    if (!by_rows) return;
    arcs.circles = !comm.all(!circles);
    std::vector<std::size_t> bounds;
    for (const std::size_t row : plan.row_bounds(1)) bounds.push_back(arcs.first[row]);
    comm.complete(arcs.sources.data(), times(bounds, sizeof(std::uint32_t)));
    comm.complete(arcs.weights.data(), times(bounds, size_of(arcs.dtype)));
}

}  // namespace

Matrix find_rank_paths(const Comm& comm, const Comm& node, const RankPlan& plan, const Graph& graph,
                       Matrix& distances, const PredecessorSearch& search) {
    const double largest = std::ranges::max(comm.gather(largest_distance(distances, plan.own())));
    TightRule rule = tight_rule(graph, distances.dtype(), [&] { return largest; });
    rule.rows = plan.own();
    TightRows own;
    together(comm, [&] { own = find_tight_rows(graph, distances, rule); });
    TightArcs arcs;
    {
        const TightRows all = all_rows(comm, node, plan, std::move(own));
        together(comm, [&] { arcs = list_tight_arcs(rule, all); });
    }
    if (arcs.exact) order_together(comm, plan, graph, distances, arcs);
    Matrix predecessors;
    together(comm, [&] {
        predecessors = Matrix(arcs.n, Dtype::i32);
        find_paths(distances, arcs, search, predecessors);
    });
    return predecessors;
}

}  // namespace apsp::mpi

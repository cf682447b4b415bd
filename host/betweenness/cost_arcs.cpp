// See cost_arcs.hpp. The order is by A. B. Kahn, "Topological sorting of large networks", Comm. ACM
// 5(11), 1962, among the arcs of cost 0.
#include "betweenness/cost_arcs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "graph/vertex_error.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp {
namespace {

template <class F>
void for_each_free(const CostArcs& arcs, std::size_t i, F&& f) {
    for (std::size_t a = arcs.first[i]; a < arcs.first[i + 1]; ++a) {
        if (arcs.cost[a] == 0) f(arcs.target[a]);
    }
}

/// A cycle among vertices each of which has a predecessor among them.
[[noreturn]] void refuse_cycle(const Graph& graph, const CostArcs& arcs,
                               const std::vector<std::uint32_t>& waiting) {
    constexpr std::size_t kShown = 10;
    const std::size_t n = arcs.vertices();
    std::vector<std::size_t> before(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        if (waiting[i] != 0) for_each_free(arcs, i, [&](std::uint32_t j) { before[j] = i; });
    }
    std::size_t v = 0;
    while (waiting[v] == 0) ++v;
    for (std::size_t k = 0; k < n; ++k) v = before[v];  // now it is on a cycle
    std::vector<std::size_t> cycle = {v};
    for (std::size_t u = before[v]; u != v; u = before[u]) cycle.push_back(u);
    cycle.push_back(v);
    std::ranges::reverse(cycle);
    const std::size_t arcs_of_cycle = cycle.size() - 1;
    const bool shortened = cycle.size() > kShown;
    if (shortened) cycle.resize(kShown);
    throw VertexError(
        ErrorKind::bad_input,
        fmt::format("{}: a cycle of {} arcs and weight 0:", graph.origin(), arcs_of_cycle),
        std::move(cycle),
        fmt::format("{}; going round it makes another shortest path each time, so "
                    "that they cannot be counted",
                    shortened ? " -> ..." : ""));
}

}  // namespace

CostArcs::CostArcs(const Graph& graph) : first(graph.vertices() + 1, 0) {
    if (graph.min_weight() < 0 && !graph.integral()) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: counts of shortest paths need weights of at least 0, or "
                                "integers, found {}",
                                graph.origin(), graph.min_weight()));
    }
    Graph costs = graph;
    give_potentials(costs, Semiring::min_plus);
    const std::size_t n = graph.vertices();
    target.reserve(graph.arcs());
    cost.reserve(graph.arcs());
    std::vector<std::uint32_t> waiting(n, 0);  // for so many predecessors by arcs of cost 0
    for (std::size_t i = 0; i < n; ++i) {
        costs.for_each_cost(i, [&](std::size_t j, double w) {
            target.push_back(static_cast<std::uint32_t>(j));
            cost.push_back(w);
            waiting[j] += w == 0;
        });
        first[i + 1] = target.size();
    }
    if (const auto& potentials = costs.potentials()) {
        for (std::size_t v = 0; v < n; ++v) potential.push_back(potentials->at(v).high);
    }
    order.reserve(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        if (waiting[i] == 0) order.push_back(i);
    }
    for (std::size_t k = 0; k < order.size(); ++k) {
        for_each_free(*this, order[k], [&](std::uint32_t j) {
            if (--waiting[j] == 0) order.push_back(j);
        });
    }
    if (order.size() != n) refuse_cycle(graph, *this, waiting);
}

bool CostArcs::short_integers() const {
    const double most = 0x1p32 / static_cast<double>(first.size());
    return std::ranges::all_of(
        cost, [&](double each) { return each >= 1 && each < most && each == std::floor(each); });
}

bool CostArcs::equal_costs() const {
    return std::ranges::all_of(cost, [&](double w) { return w == cost.front() && w > 0; });
}

}  // namespace apsp

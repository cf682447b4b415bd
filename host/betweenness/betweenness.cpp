// See betweenness.hpp: what is asked is checked, the way chosen, and the result checked.
#include "apsp/betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/host_memory.hpp"
#include "base/team.hpp"
#include "base/text.hpp"
#include "betweenness/loads.hpp"
#include "graph/order.hpp"

namespace apsp {
namespace {

constexpr double kMost = 1e300;  // paths of a pair

std::vector<double> checked_weights(const std::vector<double>& weights, std::size_t n,
                                    std::string_view name) {
    if (weights.empty()) return std::vector<double>(n, 1);
    if (weights.size() != n) {
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::{}: expected {} weights, "
                                                  "one per vertex, found {}",
                                                  name, n, weights.size()));
    }
    for (const double weight : weights) {
        if (weight >= 0 && weight <= std::numeric_limits<double>::max()) continue;
        throw Error(ErrorKind::usage, fmt::format("BetweennessOptions::{}: expected weights of at "
                                                  "least 0, found {}",
                                                  name, weight));
    }
    return weights;
}

/// By the way that was asked for, or else the one that should need less time.
Loads find_loads(const LoadQuestion& question, BetweennessMethod method) {
    if (method == BetweennessMethod::search) return loads_by_search(question);
    const std::size_t threads = team_limit();
    const std::size_t fewer =
        std::min(positive(question.source_weights), positive(question.target_weights));
    if (method == BetweennessMethod::automatic &&
        (!can_order() || question.graph.dense() || fewer == 0)) {
        return loads_by_search(question);
    }
    const EliminationCounts counts =
        count_elimination(question.graph, minimum_degree_order(question.graph));
    if (method == BetweennessMethod::automatic) {
        const double available = static_cast<double>(available_host_memory());
        if (elimination_load_seconds(counts, fewer, threads) >
                search_load_seconds(question.arcs, fewer, threads) ||
            (available > 0 && elimination_load_bytes(counts, threads) > available)) {
            return loads_by_search(question);
        }
    }
    return loads_by_elimination(question, counts);
}

/// Each path has one more arc than vertices within it.
void check_sums(const Betweenness& found, bool endpoints) {
    constexpr double kRounding = 1e-6;
    const double arcs = std::reduce(found.arcs.begin(), found.arcs.end());
    const double vertices = std::reduce(found.vertices.begin(), found.vertices.end());
    const double expected = arcs + (endpoints ? found.pairs : -found.pairs);
    if (std::abs(vertices - expected) <= kRounding * (arcs + found.pairs)) return;
    throw Error(ErrorKind::internal,
                fmt::format("betweenness: loads of vertices add up to {}, expected {}", vertices,
                            expected));
}

}  // namespace

Betweenness betweenness(const Graph& graph, const BetweennessOptions& options) {
    const std::size_t n = graph.vertices();
    const std::vector<double> sources =
        checked_weights(options.source_weights, n, "source_weights");
    const std::vector<double> targets =
        checked_weights(options.target_weights, n, "target_weights");
    const CostArcs arcs(graph);
    Loads loads = find_loads({.graph = graph,
                              .arcs = arcs,
                              .source_weights = sources,
                              .target_weights = targets,
                              .endpoints = options.endpoints,
                              .of_arcs = options.arcs},
                             options.method);
    if (!(loads.most <= kMost)) {
        throw Error(ErrorKind::bad_input,
                    fmt::format("{}: some vertices have more than {} shortest paths between them, "
                                "too many to count in doubles",
                                graph.origin(), kMost));
    }
    if (options.arcs) check_sums(loads.found, options.endpoints);
    return std::move(loads.found);
}

double pairs_past_vertex(std::size_t n, bool endpoints) {
    const double all = static_cast<double>(n), others = all - 1;
    return std::max(endpoints ? all * others : others * (all - 2), 1.0);
}

double pairs_past_arc(std::size_t n) {
    return pairs_past_vertex(n, true);
}

}  // namespace apsp

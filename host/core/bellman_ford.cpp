// Bellman-Ford (Bellman 1958, Ford 1956). After each round the parent pointers are searched for a
// cycle: it is a negative one (Cormen et al., lemma 24.16), and is found long before round n.
#include "core/bellman_ford.hpp"

#include <algorithm>
#include <cmath>

namespace apsp {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

std::vector<std::size_t> find_parent_cycle(const std::vector<std::size_t>& parent) {
    std::vector<std::size_t> seen_from(parent.size(), kNone);
    for (std::size_t start = 0; start < parent.size(); ++start) {
        std::size_t v = start;
        while (v != kNone && seen_from[v] == kNone) {
            seen_from[v] = start;
            v = parent[v];
        }
        if (v == kNone || seen_from[v] != start) continue;
        std::vector<std::size_t> cycle;
        for (std::size_t u = v; cycle.empty() || u != v; u = parent[u]) cycle.push_back(u);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
    }
    return {};
}

/// Only improvements by more than `slack` count.
BellmanFord relax_all(const Graph& graph, double slack) {
    const std::size_t n = graph.vertices();
    BellmanFord result;
    result.potentials.assign(n, 0);
    auto& p = result.potentials;
    std::vector<std::size_t> parent(n, kNone);
    std::vector<char> changed(n, 1);
    for (bool any = true; any;) {
        any = false;
        for (std::size_t i = 0; i < n; ++i) {
            if (!changed[i]) continue;
            changed[i] = 0;
            graph.for_each_arc(i, [&](std::size_t j, double w) {
                if (p[i] + w < p[j] - slack) {
                    p[j] = p[i] + w;
                    parent[j] = i;
                    changed[j] = 1;
                    any = true;
                }
            });
        }
        if (!any) break;
        result.negative_cycle = find_parent_cycle(parent);
        if (!result.negative_cycle.empty()) {
            result.potentials.clear();
            return result;
        }
    }
    return result;
}

}  // namespace

double cycle_weight(const Graph& graph, const std::vector<std::size_t>& cycle) {
    // What each addition rounds away is added up beside (Neumaier 1974).
    double sum = 0;
    double rest = 0;
    for (std::size_t a = 0; a < cycle.size(); ++a) {
        const double w = graph.weight(cycle[a], cycle[(a + 1) % cycle.size()]);
        const double next = sum + w;
        rest += std::abs(sum) >= std::abs(w) ? (sum - next) + w : (w - next) + sum;
        sum = next;
        if (std::isinf(w)) return w;
    }
    return sum + rest;
}

BellmanFord bellman_ford(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    if (graph.min_weight() >= 0) {
        BellmanFord result;
        result.potentials.assign(graph.vertices(), 0);
        return result;
    }
    // Real weights add up with roundings; a cycle of exactly 0 must not look negative.
    const double reach = std::max(std::abs(graph.min_weight()), std::abs(graph.max_weight())) * n;
    const double rounding = graph.integral() && reach < 0x1p53 ? 0 : reach * 0x1p-52;
    BellmanFord result = relax_all(graph, rounding);
    // One rounding an arc may still add up to the whole of what is found; the sum itself tells.
    const auto& cycle = result.negative_cycle;
    if (!cycle.empty() && !(cycle_weight(graph, cycle) < 0)) {
        result = relax_all(graph, rounding * n);
    }
    return result;
}

}  // namespace apsp

// Rounds of the Bellman-Ford algorithm over labels that the caller defines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Runs a round over the arcs out of the `changed` vertices, in order. `improve(i, j, w)` lowers
/// the label of j by the arc i -> j if it can, and returns whether it did; j then counts as
/// changed. Returns whether any label changed.
template <class Improve>
bool label_round(const Graph& graph, std::vector<char>& changed, Improve&& improve) {
    bool any = false;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        if (!std::exchange(changed[i], 0)) continue;
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            if (!improve(i, j, w)) return;
            changed[j] = 1;
            any = true;
        });
    }
    return any;
}

/// Runs rounds from one vertex until no label changes. After n + 1 rounds it gives up, and returns
/// a vertex that lies on or behind a negative cycle.
template <class Improve>
std::optional<std::size_t> label_rounds(const Graph& graph, std::size_t source, Improve&& improve) {
    std::vector<char> changed(graph.vertices(), 0);
    changed[source] = 1;
    for (std::size_t rounds = 0; label_round(graph, changed, improve); ++rounds) {
        const auto next = std::ranges::find(changed, 1);
        if (rounds > graph.vertices() && next != changed.end()) {
            return static_cast<std::size_t>(next - changed.begin());
        }
    }
    return std::nullopt;
}

}  // namespace apsp

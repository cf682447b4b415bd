// Rounds of the Bellman-Ford algorithm from one vertex, over any labels, which are the caller's.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// `improve(i, j, w)` makes the label of j smaller by the arc i -> j where it can, and says so. A
/// round is over the arcs out of the vertices whose labels the last one made smaller. Ends when no
/// label changes; around or behind a negative cycle, with a vertex there, after n + 1 rounds.
template <class Improve>
std::optional<std::size_t> label_rounds(const Graph& graph, std::size_t source, Improve&& improve) {
    std::vector<std::size_t> round = {source};
    for (std::size_t rounds = 0; !round.empty(); ++rounds) {
        if (rounds > graph.vertices()) return round.front();
        std::vector<char> waiting(graph.vertices(), 0);
        std::vector<std::size_t> next;
        for (const std::size_t i : round) {
            graph.for_each_arc(i, [&](std::size_t j, double w) {
                if (!improve(i, j, w)) return;
                if (!waiting[j]) next.push_back(j);
                waiting[j] = 1;
            });
        }
        round = std::move(next);
    }
    return std::nullopt;
}

}  // namespace apsp

// Dijkstra's algorithm over any labels that only get worse along a path, which are the caller's:
// distances, or the best paths of another semiring.
//
// E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Whether scanning all vertices for the next one, O(n^2 + m), costs less than a heap, O(m log n).
inline bool scan_is_cheaper(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    return arcs * std::log2(n + 1) > n * n;
}

/// Steps from one vertex, by whichever of the two costs less.
inline double dijkstra_steps(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    return scan_is_cheaper(graph) ? n * n + arcs : arcs * std::log2(n + 1);
}

/// `key(j)`: the smaller, the sooner j is settled. `relax(i, j, w)`: takes the path to i and the
/// arc i -> j where it is better, and says so; a vertex is settled again when that happens late.
template <class Key, class Relax>
void dijkstra_scan(const Graph& graph, std::size_t source, const Key& key, const Relax& relax) {
    constexpr double kSettled = std::numeric_limits<double>::infinity();
    std::vector<double> open(graph.vertices(), kSettled);
    open[source] = key(source);
    for (;;) {
        const auto next = std::ranges::min_element(open);
        if (*next == kSettled) return;
        *next = kSettled;
        const auto i = static_cast<std::size_t>(next - open.begin());
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            if (relax(i, j, w)) open[j] = key(j);
        });
    }
}

/// Over a graph, or anything else that has for_each_arc.
template <class Arcs, class Key, class Relax>
void dijkstra_heap(const Arcs& arcs, std::size_t source, const Key& key, const Relax& relax) {
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
    heap.push({key(source), source});
    while (!heap.empty()) {
        const auto [reached, i] = heap.top();
        heap.pop();
        if (reached > key(i)) continue;
        arcs.for_each_arc(i, [&](std::size_t j, double w) {
            if (relax(i, j, w)) heap.push({key(j), j});
        });
    }
}

/// By whichever of the two costs less.
template <class Key, class Relax>
void dijkstra(const Graph& graph, std::size_t source, const Key& key, const Relax& relax) {
    if (scan_is_cheaper(graph)) {
        dijkstra_scan(graph, source, key, relax);
    } else {
        dijkstra_heap(graph, source, key, relax);
    }
}

}  // namespace apsp

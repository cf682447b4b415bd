// Dijkstra's algorithm over labels that the caller defines and that only get worse along a path:
// distances, or the best paths of another semiring.
//
// E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// Whether scanning all vertices for the next one, O(n^2 + m), costs less than a heap, O(m log n).
inline bool scan_is_cheaper(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    return arcs * std::log2(n + 1) > n * n;
}

/// Steps of a search from one vertex, by the cheaper of the two.
inline double dijkstra_steps(const Graph& graph) {
    const auto n = static_cast<double>(graph.vertices());
    const auto arcs = static_cast<double>(graph.arcs()) + 1;
    return scan_is_cheaper(graph) ? n * n + arcs : arcs * std::log2(n + 1);
}

/// `key(j)`: vertices with smaller keys are settled sooner. `relax(i, j, w)`: takes the path to i
/// and the arc i -> j if that is better for j, and returns whether it is; a vertex that improves
/// after it was settled is settled again.
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

/// A heap of vertices by key, and by number among equal keys. A vertex may be in it several times.
class VertexHeap {
  public:
    struct Entry {
        std::size_t vertex;
        double key;

        friend bool operator<(const Entry& a, const Entry& b) {
            return a.key < b.key || (a.key == b.key && a.vertex < b.vertex);
        }
    };

    bool empty() const { return entries_.empty(); }
    void clear() { entries_.clear(); }

    void push(double key, std::size_t vertex) {
        const Entry entry = {vertex, key};
        std::size_t hole = entries_.size();
        entries_.push_back(entry);
        for (; hole > 0 && entry < entries_[(hole - 1) / kArity]; hole = (hole - 1) / kArity) {
            entries_[hole] = entries_[(hole - 1) / kArity];
        }
        entries_[hole] = entry;
    }

    /// Takes out the first entry in this order.
    Entry pop() {
        const Entry first = entries_.front(), last = entries_.back();
        entries_.pop_back();
        const std::size_t size = entries_.size();
        if (size == 0) return first;
        std::size_t hole = 0;
        for (std::size_t child = 1; child < size; child = hole * kArity + 1) {
            const std::size_t end = std::min(child + kArity, size);
            std::size_t least = child;
            for (std::size_t c = child + 1; c < end; ++c) {
                least = entries_[c] < entries_[least] ? c : least;
            }
            if (!(entries_[least] < last)) break;
            entries_[hole] = entries_[least];
            hole = least;
        }
        entries_[hole] = last;
        return first;
    }

  private:
    static constexpr std::size_t kArity = 4;
    std::vector<Entry> entries_;
};

/// Searches a graph, or anything else that has for_each_arc, from the vertices in the queue, by
/// key. The queue is empty afterwards.
template <class Queue, class Arcs, class Key, class Relax>
void dijkstra_queue(Queue& queue, const Arcs& arcs, const Key& key, const Relax& relax) {
    while (!queue.empty()) {
        const auto [i, reached] = queue.pop();
        if (reached != key(i)) continue;
        arcs.for_each_arc(i, [&](std::size_t j, auto w) {
            if (relax(i, j, w)) queue.push(key(j), j);
        });
    }
}

/// Dijkstra's algorithm by the cheaper of the two.
template <class Key, class Relax>
void dijkstra(const Graph& graph, std::size_t source, const Key& key, const Relax& relax) {
    if (scan_is_cheaper(graph)) {
        dijkstra_scan(graph, source, key, relax);
    } else {
        VertexHeap heap;
        heap.push(key(source), source);
        dijkstra_queue(heap, graph, key, relax);
    }
}

}  // namespace apsp

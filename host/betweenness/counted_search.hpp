// Dijkstra's algorithm from one source after the other, which counts shortest paths. Predecessors
// are not kept: the arcs of shortest paths, the tight ones, are found anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "betweenness/numbered_arcs.hpp"
#include "graph/dijkstra.hpp"
#include "graph/radix_heap.hpp"

namespace apsp {

/// Vertices are given by number. Each thread needs its own.
class CountedSearch {
  public:
    struct alignas(32) Label {
        double distance = std::numeric_limits<double>::infinity();
        double count = 0;
        double share = 0;  ///< The caller's.
    };

    /// No path that costs more than `dearest` is found.
    CountedSearch(const NumberedArcs& arcs, double dearest)
        : arcs_(arcs), dearest_(dearest), labels_(arcs.vertex.size()) {}

    /// Finds the distances and numbers of paths of the vertices that it reaches. Before the next
    /// search, they have to be forgotten.
    void search(std::uint32_t source) {
        labels_[source] = {0, 1, 0};
        if (arcs_.short_integers) {
            search(source, radix_heap_);
        } else {
            search(source, heap_);
        }
    }
    void forget() {
        for (const std::uint32_t u : reached_) labels_[u] = {};
        reached_.clear();
    }

    /// Nearest first.
    const std::vector<std::uint32_t>& reached() const { return reached_; }
    Label& operator[](std::uint32_t u) { return labels_[u]; }

    /// Calls f with each arc out of u that is part of a shortest path.
    template <class F>
    void for_each_tight(std::uint32_t u, F&& f) const {
        const double distance = labels_[u].distance;
        for (std::size_t a = arcs_.first[u]; a < arcs_.first[u + 1]; ++a) {
            if (distance + arcs_.cost[a] == labels_[arcs_.target[a]].distance) f(a);
        }
    }

  private:
    template <class Queue>
    void search(std::uint32_t source, Queue& queue) {
        using Key = decltype(queue.pop().key);
        queue.clear();
        queue.push(0, source);
        while (!queue.empty()) {
            const auto [u, distance] = queue.pop();
            const Label from = labels_[u];
            if (static_cast<double>(distance) != from.distance) continue;
            reached_.push_back(static_cast<std::uint32_t>(u));
            for (std::size_t a = arcs_.first[u]; a < arcs_.first[u + 1]; ++a) {
                Label& to = labels_[arcs_.target[a]];
                const double candidate = from.distance + arcs_.cost[a];
                if (candidate > dearest_) continue;
                if (candidate < to.distance) {
                    to.distance = candidate;
                    to.count = from.count;
                    queue.push(static_cast<Key>(candidate), arcs_.target[a]);
                } else if (candidate == to.distance) {
                    to.count += from.count;
                }
            }
        }
    }

    const NumberedArcs& arcs_;
    double dearest_;
    std::vector<Label> labels_;
    std::vector<std::uint32_t> reached_;
    VertexHeap heap_;
    RadixHeap radix_heap_;
};

}  // namespace apsp

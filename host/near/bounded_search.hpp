// Dijkstra's algorithm from one source at a time, which ends at a limit and knows last arcs.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "algorithms/row_maker.hpp"
#include "algorithms/search_arcs.hpp"
#include "apsp/paths.hpp"
#include "graph/radix_heap.hpp"

namespace apsp {

/// The arcs, and the vertex of each number. Putting neighbours together takes longer than a few
/// searches do.
template <class T>
struct NearArcs {
    NearArcs(const Graph& graph, std::size_t searches)
        : vertex(64 * searches < graph.vertices() ? vertices_in({0, graph.vertices()})
                                                  : order_by_balls(graph)),
          arcs(graph, Semiring::min_plus, vertex) {}

    std::vector<std::uint32_t> vertex;
    SearchArcs<T> arcs;
};

/// The least number above a distance.
template <class T>
T just_above(T d) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(d + 1);
    } else {
        return std::nextafter(d, infinity<T>());
    }
}

/// Each thread needs its own. The queue's order is that of the leading bits of a distance, so a
/// vertex may have several turns; labels are right once the queue is empty. No cost may be
/// negative.
template <class T>
class BoundedSearch {
  public:
    explicit BoundedSearch(const NearArcs<T>& graph)
        : graph_(graph),
          labels_(graph.vertex.size(), infinity<T>()),
          before_(graph.vertex.size()) {}

    /// Finds the distances below `limit`, which falls to lower(limit, number, distance) at each
    /// turn of a vertex. Returns what it fell to.
    template <class Lower>
    T find(std::size_t source, T limit, const Lower& lower) {
        for (const std::uint32_t i : reached_) labels_[i] = infinity<T>();
        reached_.clear();
        if (!(T{0} < limit)) return limit;
        const std::uint32_t start = graph_.arcs.number(source);
        label(start, 0, start);
        while (!queue_.empty()) {
            const auto [i, turn] = queue_.pop();
            const T d = labels_[i];
            if (turn != key(d) || !(d < limit)) continue;
            limit = lower(limit, i, d);
            for (const auto& [j, w] : graph_.arcs.out_of(i)) {
                ++relaxed_;
                const T sum = times(Semiring::min_plus, d, w);
                if (sum < limit && sum < labels_[j]) label(j, sum, i);
            }
        }
        return limit;
    }
    /// Numbers of vertices with labels. Those below the limit are distances.
    std::span<const std::uint32_t> reached() const { return reached_; }
    T label_of(std::uint32_t number) const { return labels_[number]; }
    /// The last vertex before this one, by vertex; kNoPredecessor for the source, and for what was
    /// not reached. Labels only fall, so that going from one to the one before ends in the source
    /// even where weights are 0.
    std::int32_t before(std::size_t vertex) const {
        const std::uint32_t i = graph_.arcs.number(vertex);
        const bool none = labels_[i] == infinity<T>() || before_[i] == i;
        return none ? kNoPredecessor : static_cast<std::int32_t>(graph_.vertex[before_[i]]);
    }
    /// Arcs that were looked at so far.
    std::size_t relaxed() const { return relaxed_; }

  private:
    static RadixHeap::Key key(T value) {
        if constexpr (sizeof(T) < 8 && std::is_integral_v<T>) {
            return static_cast<RadixHeap::Key>(value);
        } else {
            return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 8;
        }
    }

    void label(std::uint32_t i, T d, std::uint32_t from) {
        if (labels_[i] == infinity<T>()) reached_.push_back(i);
        labels_[i] = d;
        before_[i] = from;
        queue_.push(key(d), i);
    }

    const NearArcs<T>& graph_;
    std::vector<T> labels_;
    std::vector<std::uint32_t> before_, reached_;
    RadixHeap queue_;
    std::size_t relaxed_ = 0;
};

}  // namespace apsp

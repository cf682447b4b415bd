// Searches for shortest paths between a vertex and some others, which end once these are reached.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel_for.hpp"
#include "near/bounded_search.hpp"
#include "near/pair_groups.hpp"
#include "near/turned_round.hpp"
#include "negative/negative_cycle.hpp"

namespace apsp {

/// Each thread needs its own.
template <class T>
class PathSearch {
  public:
    /// With `turned` arcs paths lead from the others to the vertex, else from it to them.
    PathSearch(const NearArcs<T>& graph, bool turned)
        : graph_(graph), turned_(turned), search_(graph), awaited_(graph.vertex.size(), 0) {}

    void find(std::uint32_t vertex, std::span<const std::uint32_t> others) {
        vertex_ = vertex;
        std::size_t left = 0;
        for (const std::uint32_t other : others) {
            char& awaited = awaited_[graph_.arcs.number(other)];
            left += awaited == 0;
            awaited = 1;
        }
        search_.find(vertex, infinity<T>(), [&](T limit, std::uint32_t number, T) {
            if (awaited_[number] == 0) return limit;
            awaited_[number] = 0;
            return --left == 0 ? std::min(limit, just_above(farthest(others))) : limit;
        });
        for (const std::uint32_t other : others) awaited_[graph_.arcs.number(other)] = 0;
    }

    /// The last vertex before the target on the path that `find` found for one of the others;
    /// kNoPredecessor if there is none.
    std::int32_t predecessor(std::uint32_t other) const {
        if (!turned_) return search_.before(other);
        std::int32_t before = kNoPredecessor;
        for (auto v = static_cast<std::int32_t>(other); v != static_cast<std::int32_t>(vertex_);) {
            before = v;
            v = search_.before(static_cast<std::size_t>(v));
            if (v == kNoPredecessor) return kNoPredecessor;
        }
        return before;
    }
    /// Its vertices in their order, both ends included; none if there is no path.
    void path(std::uint32_t other, std::vector<std::uint32_t>& vertices) const {
        vertices.assign(1, other);
        while (vertices.back() != vertex_) {
            const std::int32_t next = search_.before(vertices.back());
            if (next == kNoPredecessor) return vertices.clear();
            vertices.push_back(static_cast<std::uint32_t>(next));
        }
        if (!turned_) std::ranges::reverse(vertices);
    }

  private:
    T farthest(std::span<const std::uint32_t> others) const {
        T most = 0;
        for (const std::uint32_t other : others) {
            most = std::max(most, search_.label_of(graph_.arcs.number(other)));
        }
        return most;
    }

    const NearArcs<T>& graph_;
    bool turned_;
    std::uint32_t vertex_ = 0;
    BoundedSearch<T> search_;
    std::vector<char> awaited_;  // of numbers: whether they are among the others, not reached yet
};

/// Searches for groups of paths that share an end: their source or, if paths are `of_targets`,
/// their target.
template <class T>
class PathSearches {
  public:
    /// `searches`: about how many there will be.
    PathSearches(const Graph& graph, bool of_targets, std::size_t searches)
        : of_targets_(of_targets), arcs_(costs(graph, of_targets), searches) {}

    /// A search for each of `count` groups, whose paths share vertex(group). others(group, list)
    /// adds the other ends to the empty list, and use(group, list, search) is called from several
    /// threads with what was found.
    template <class Vertex, class Others, class Use>
    void for_each(std::size_t count, const Vertex& vertex, const Others& others,
                  const Use& use) const {
        // Searches from neighbours find the same arcs in the caches.
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(
            order, {}, [&](std::size_t group) { return arcs_.arcs.number(vertex(group)); });
        struct Own {
            PathSearch<T> search;
            std::vector<std::uint32_t> list;
        };
        constexpr double kCost = 1e5;  // ns; not known beforehand
        parallel_with(
            {0, count}, kCost,
            [&](std::size_t) {
                return Own{PathSearch<T>(arcs_, of_targets_), {}};
            },
            [&](Own& own, std::size_t k) {
                own.list.clear();
                others(order[k], own.list);
                own.search.find(vertex(order[k]), own.list);
                use(order[k], own.list, own.search);
            });
    }

    /// The same for pairs: use(place, other end, search) for each.
    template <class Use>
    void for_each(const PairGroups& groups, const Use& use) const {
        for_each(
            groups.vertices().size(), [&](std::size_t group) { return groups.vertices()[group]; },
            [&](std::size_t group, std::vector<std::uint32_t>& others) {
                for (const std::size_t k : groups.places(group)) others.push_back(groups.other(k));
            },
            [&](std::size_t group, const auto&, const PathSearch<T>& search) {
                for (const std::size_t k : groups.places(group)) use(k, groups.other(k), search);
            });
    }

  private:
    static Graph costs(const Graph& graph, bool of_targets) {
        Graph own = of_targets ? turned_round(graph) : graph;
        give_potentials(own, Semiring::min_plus);
        return own;
    }

    bool of_targets_;
    NearArcs<T> arcs_;
};

}  // namespace apsp

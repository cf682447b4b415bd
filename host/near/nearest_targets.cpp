// Of two targets that are ordered in one way at a vertex, the worse cannot be better at a vertex
// before it, on a way over it. So only what enters a vertex's list of K need go on from there, and
// every vertex ends with the K that are best by distance and, among equals, by number.
#include "near/nearest_targets.hpp"

#include <bit>
#include <utility>

#include "algorithms/elimination.hpp"
#include "base/stop.hpp"
#include "graph/radix_heap.hpp"
#include "near/arcs_into.hpp"
#include "near/nearest_lists.hpp"

namespace apsp {
namespace {

std::size_t most_of(const NearRows& near) {
    return std::min(near.options().nearest, near.options().among->size());
}

/// Gives each row the list of its source, which is at place(source).
template <class T, class Place>
void give(const NearestLists<T>& lists, NearRows& near, const Place& place) {
    NearRows::Arena arena(near);
    std::vector<std::pair<std::uint32_t, T>> found;
    for (std::size_t row = 0; row < near.size(); ++row) {
        found.clear();
        for (const auto& label : lists[place(near.source(row))]) {
            found.emplace_back(label.target, label.distance);
        }
        near.take(arena, row, found);
    }
}

/// Dijkstra's algorithm with a list for each vertex's label. A vertex waits for the turn of its
/// first label that it has not passed on; those whose turn has not come may still give way.
template <class T>
class NearestSearch {
  public:
    NearestSearch(const Graph& graph, const NearRows& near)
        : limit_(static_cast<T>(near.limit())),
          lists_(graph.vertices(), most_of(near)),
          waiting_(graph.vertices(), kNotWaiting),
          arcs_(graph) {
        for (const std::size_t target : *near.options().among) {
            const auto v = static_cast<std::uint32_t>(target);
            if (T{0} < limit_ && lists_.enter(v, {0, v})) wait(v, key(0));
        }
        for (std::size_t turns = 0; !queue_.empty(); ++turns) {
            if (turns % 4096 == 0) check_stop();
            const auto [v, turn] = queue_.pop();
            if (turn == waiting_[v]) pass_on(v, turn);
        }
    }
    const NearestLists<T>& lists() const { return lists_; }

  private:
    using Label = typename NearestLists<T>::Label;
    static constexpr RadixHeap::Key kNotWaiting = static_cast<RadixHeap::Key>(-1);

    static RadixHeap::Key key(T value) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 8;
    }

    void wait(std::uint32_t vertex, RadixHeap::Key turn) {
        if (turn >= waiting_[vertex]) return;
        waiting_[vertex] = turn;
        queue_.push(turn, vertex);
    }

    /// Labels up to this turn; what was passed on before it has a key below.
    void pass_on(std::uint32_t vertex, RadixHeap::Key turn) {
        waiting_[vertex] = kNotWaiting;
        for (const Label& label : lists_[vertex]) {
            const RadixHeap::Key own = key(label.distance);
            if (own < turn) continue;
            if (own > turn) return wait(vertex, own);
            for (const auto& [before, weight] : arcs_.of(vertex)) {
                const T sum = times(Semiring::min_plus, label.distance, weight);
                if (sum < limit_ && lists_.enter(before, {sum, label.target})) {
                    wait(before, key(sum));
                }
            }
        }
    }

    T limit_;
    NearestLists<T> lists_;
    std::vector<RadixHeap::Key> waiting_;
    ArcsInto<T> arcs_;
    RadixHeap queue_;
};

}  // namespace

void search_nearest(const Graph& graph, NearRows& near) {
    visit(near.dtype(), [&](auto zero) {
        const NearestSearch<decltype(zero)> search(graph, near);
        give(search.lists(), near, std::identity());
    });
}

void descend_nearest(const Graph& graph, const EliminationTree& tree, NearRows& near) {
    visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const EliminatedArcs<T> arcs =
            eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric());
        const T limit = static_cast<T>(near.limit());
        NearestLists<T> lists(tree.size(), most_of(near));
        for (const std::size_t target : *near.options().among) {
            lists.enter(tree.rank[target], {0, static_cast<std::uint32_t>(target)});
        }
        const auto pass = [&](std::size_t from, std::size_t to, T length) {
            for (const auto& label : lists[from]) {
                const T sum = times(Semiring::min_plus, length, label.distance);
                if (!(sum < limit) || lists.full_before(to, sum)) return;
                lists.enter(to, {sum, label.target});
            }
        };
        // Every shortest path goes up to its highest rank and then down.
        for (std::size_t x = 0; x < tree.size(); ++x) {
            for (std::size_t a = tree.first[x]; a < tree.first[x + 1]; ++a) {
                pass(x, tree.later[a], arcs.from[a]);
            }
        }
        for (std::size_t x = tree.size(); x-- > 0;) {
            for (std::size_t a = tree.first[x]; a < tree.first[x + 1]; ++a) {
                pass(tree.later[a], x, arcs.to[a]);
            }
        }
        give(lists, near, [&](std::size_t vertex) { return tree.rank[vertex]; });
    });
}

}  // namespace apsp

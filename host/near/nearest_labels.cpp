// Against the arcs, from all targets at once. A vertex's label is a list of its K nearest targets
// so far, and only what enters such a list goes on to the vertex's neighbours. Of two targets whose
// order at a vertex is the same at all vertices before it on the way, the worse never needs to go
// on; so every vertex ends with the K that are best by distance and, among equals, by number.
#include "near/nearest_labels.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/stop.hpp"
#include "graph/radix_heap.hpp"
#include "graph/start.hpp"

namespace apsp {
namespace {

template <class T>
class NearestLabels {
  public:
    NearestLabels(const Graph& graph, const NearRows& near)
        : near_(near),
          most_(near.options().nearest),
          limit_(static_cast<T>(near.limit())),
          lists_(graph.vertices()) {
        reverse(graph);
        for (std::uint32_t v = 0; v < lists_.size(); ++v) {
            if (near.counts(lists_.size(), v) && T{0} < limit_) enter(v, {0, v, true});
        }
        for (std::size_t turns = 0; !queue_.empty(); ++turns) {
            if (turns % 4096 == 0) check_stop();
            const auto [v, turn] = queue_.pop();
            if (turn == lists_[v].waiting) pass_on(v);
        }
    }

    void give(std::size_t vertex, std::vector<std::pair<std::uint32_t, T>>& found) const {
        found.clear();
        for (const Label& label : lists_[vertex].labels) {
            found.emplace_back(label.target, label.distance);
        }
    }

  private:
    struct Label {
        T distance;
        std::uint32_t target;
        bool is_new;  ///< Its vertex has not passed it on.

        friend bool operator<(const Label& a, const Label& b) {
            return a.distance < b.distance || (a.distance == b.distance && a.target < b.target);
        }
    };
    static constexpr RadixHeap::Key kNotWaiting = static_cast<RadixHeap::Key>(-1);
    struct List {
        std::vector<Label> labels;  // in their order
        RadixHeap::Key waiting = kNotWaiting;
    };

    static RadixHeap::Key key(T value) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 8;
    }

    void reverse(const Graph& graph) {
        first_.assign(graph.vertices() + 1, 0);
        const auto for_each = [&](const auto& f) {
            for (std::size_t i = 0; i < graph.vertices(); ++i) {
                for_each_start<T>(graph, i, Semiring::min_plus, [&](std::size_t j, T w) {
                    if (i != j) f(i, j, w);
                });
            }
        };
        for_each([&](std::size_t, std::size_t j, T) { ++first_[j + 1]; });
        for (std::size_t j = 0; j + 1 < first_.size(); ++j) first_[j + 1] += first_[j];
        into_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for_each([&](std::size_t i, std::size_t j, T w) {
            into_[next[j]++] = {static_cast<std::uint32_t>(i), w};
        });
    }

    /// Takes the label into the vertex's list if it is one of the best.
    void enter(std::uint32_t vertex, Label label) {
        List& list = lists_[vertex];
        std::vector<Label>& labels = list.labels;
        if (labels.size() == most_ && !(label < labels.back())) return;
        const auto known = std::ranges::find(labels, label.target, &Label::target);
        if (known != labels.end()) {
            if (!(label.distance < known->distance)) return;
            labels.erase(known);
        } else if (labels.size() == most_) {
            labels.pop_back();
        }
        labels.insert(std::upper_bound(labels.begin(), labels.end(), label), label);
        if (const RadixHeap::Key turn = key(label.distance); turn < list.waiting) {
            list.waiting = turn;
            queue_.push(turn, vertex);
        }
    }

    void pass_on(std::uint32_t vertex) {
        lists_[vertex].waiting = kNotWaiting;
        for (std::size_t k = 0; k < lists_[vertex].labels.size(); ++k) {
            Label& label = lists_[vertex].labels[k];
            if (!std::exchange(label.is_new, false)) continue;
            for (std::size_t a = first_[vertex]; a < first_[vertex + 1]; ++a) {
                const auto& [before, weight] = into_[a];
                const T sum = times(Semiring::min_plus, label.distance, weight);
                if (sum < limit_) enter(before, {sum, label.target, true});
            }
        }
    }

    const NearRows& near_;
    std::size_t most_;
    T limit_;
    std::vector<List> lists_;
    std::vector<std::size_t> first_;  // arcs into each vertex begin here in `into_`
    std::vector<std::pair<std::uint32_t, T>> into_;
    RadixHeap queue_;
};

}  // namespace

void label_nearest(const Graph& graph, NearRows& near) {
    visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const NearestLabels<T> labels(graph, near);
        NearRows::Arena arena(near);
        std::vector<std::pair<std::uint32_t, T>> found;
        for (std::size_t row = 0; row < near.size(); ++row) {
            labels.give(near.source(row), found);
            near.take(arena, row, found);
        }
    });
}

}  // namespace apsp

// See near_search.hpp.
#include "near/near_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "algorithms/search_arcs.hpp"
#include "base/parallel_for.hpp"
#include "graph/radix_heap.hpp"

namespace apsp {
namespace {

/// The arcs, and the vertex of each number.
template <class T>
struct NearArcs {
    explicit NearArcs(const Graph& graph)
        : arcs(graph, Semiring::min_plus), vertex(graph.vertices()) {
        for (std::uint32_t v = 0; v < vertex.size(); ++v) vertex[arcs.number(v)] = v;
    }
    SearchArcs<T> arcs;
    std::vector<std::uint32_t> vertex;
};

/// Each thread needs its own. The queue's order is that of the leading bits of a distance, so a
/// vertex may have several turns; labels are right once the queue is empty.
template <class T>
class NearSearch {
  public:
    NearSearch(const NearArcs<T>& graph, const NearRows& near)
        : graph_(graph),
          near_(near),
          limit_(static_cast<T>(near.limit())),
          labels_(graph.vertex.size(), infinity<T>()) {}

    /// Finds the vertices below the limit; if only the nearest count, no more than their rim.
    void find(std::size_t source, std::vector<std::pair<std::uint32_t, T>>& found) {
        const std::uint32_t start = graph_.arcs.number(source);
        reached_.clear();
        found.clear();
        T limit = limit_;
        if (!(T{0} < limit)) return;
        label(start, 0);
        nearest_.clear();
        while (!queue_.empty()) {
            const auto [i, turn] = queue_.pop();
            const T d = labels_[i];
            if (turn != key(d) || !(d < limit)) continue;
            limit = nearer(limit, source, i, d);
            for (const auto& [j, w] : graph_.arcs.out_of(i)) {
                ++relaxed_;
                const T sum = times(Semiring::min_plus, d, w);
                if (sum < limit && sum < labels_[j]) label(j, sum);
            }
        }
        for (const std::uint32_t i : reached_) {
            if (labels_[i] < limit) found.emplace_back(graph_.vertex[i], labels_[i]);
            labels_[i] = infinity<T>();
        }
    }
    std::size_t relaxed() const { return relaxed_; }

  private:
    static RadixHeap::Key key(T value) {
        if constexpr (sizeof(T) < 8 && std::is_integral_v<T>) {
            return static_cast<RadixHeap::Key>(value);
        } else {
            return std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 8;
        }
    }

    void label(std::uint32_t i, T d) {
        if (labels_[i] == infinity<T>()) reached_.push_back(i);
        labels_[i] = d;
        queue_.push(key(d), i);
    }

    /// The limit, once i has been reached at distance d: just above the K-th nearest so far, since
    /// ties count.
    T nearer(T limit, std::size_t source, std::uint32_t i, T d) {
        const std::size_t most = near_.options().nearest;
        if (most == 0 || !near_.counts(source, graph_.vertex[i])) return limit;
        const auto farther = [](const auto& a, const auto& b) { return a.first < b.first; };
        const auto known = std::ranges::find(nearest_, i, &std::pair<T, std::uint32_t>::second);
        if (known != nearest_.end()) {
            known->first = d;
            std::ranges::make_heap(nearest_, farther);
        } else {
            nearest_.emplace_back(d, i);
            std::ranges::push_heap(nearest_, farther);
            if (nearest_.size() > most) {
                std::ranges::pop_heap(nearest_, farther);
                nearest_.pop_back();
            }
        }
        if (nearest_.size() < most) return limit;
        return std::min(limit, just_above(nearest_.front().first));
    }
    static T just_above(T d) {
        if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(d + 1);
        } else {
            return std::nextafter(d, infinity<T>());
        }
    }

    const NearArcs<T>& graph_;
    const NearRows& near_;
    T limit_;
    std::vector<T> labels_;
    std::vector<std::uint32_t> reached_;
    std::vector<std::pair<T, std::uint32_t>> nearest_;  // a heap, the farthest first
    RadixHeap queue_;
    std::size_t relaxed_ = 0;
};

}  // namespace

void search_near(const Graph& graph, NearRows& near) {
    visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const NearArcs<T> arcs(graph);
        // Sources near one another find the same arcs in the caches.
        std::vector<std::size_t> order(near.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::sort(order, {}, [&](std::size_t row) {
            return std::pair(arcs.arcs.number(near.source(row)), row);
        });
        struct Own {
            NearSearch<T> search;
            NearRows::Arena arena;
            std::vector<std::pair<std::uint32_t, T>> found;
        };
        constexpr double kCost = 1e5;  // ns; not known beforehand
        near.in_passes([&] {
            parallel_with(
                {0, order.size()}, kCost,
                [&](std::size_t) {
                    return Own{NearSearch<T>(arcs, near), NearRows::Arena(near), {}};
                },
                [&](Own& own, std::size_t k) {
                    own.search.find(near.source(order[k]), own.found);
                    near.take(own.arena, order[k], own.found);
                    own.arena.give();
                });
        });
    });
}

NearSample sample_near(const Graph& graph, const NearRows& near) {
    constexpr std::size_t kSources = 16, kEnough = std::size_t{1} << 22;  // arcs
    return visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const NearArcs<T> arcs(graph);
        NearSearch<T> search(arcs, near);
        std::vector<std::pair<std::uint32_t, T>> found;
        NearSample sample;
        double searched = 0;
        const std::size_t sources = std::min(kSources, near.size());
        for (std::size_t k = 0; k < sources && search.relaxed() < kEnough; ++k, ++searched) {
            check_stop();
            search.find(near.source(k * near.size() / sources), found);
            sample.pairs += static_cast<double>(found.size());
        }
        sample.pairs /= std::max(searched, 1.0);
        sample.relaxed = static_cast<double>(search.relaxed()) / std::max(searched, 1.0);
        return sample;
    });
}

}  // namespace apsp

// See near_search.hpp.
#include "near/near_search.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "near/bounded_search.hpp"

namespace apsp {
namespace {

/// Each thread needs its own.
template <class T>
class NearSearch {
  public:
    NearSearch(const NearArcs<T>& graph, const NearRows& near)
        : graph_(graph), near_(near), limit_(static_cast<T>(near.limit())), search_(graph) {}

    /// Finds the vertices below the limit; if only the nearest count, no more than their rim.
    void find(std::size_t source, std::vector<std::pair<std::uint32_t, T>>& found) {
        nearest_.clear();
        const T limit = search_.find(source, limit_, [&](T to, std::uint32_t i, T d) {
            return near_.options().nearest == 0 ? to : nearer(to, source, i, d);
        });
        found.clear();
        for (const std::uint32_t i : search_.reached()) {
            const T d = search_.label_of(i);
            if (d < limit) found.emplace_back(graph_.vertex[i], d);
        }
    }
    std::int32_t before(std::size_t vertex) const { return search_.before(vertex); }
    std::size_t relaxed() const { return search_.relaxed(); }

  private:
    /// The limit, once i has been reached at distance d: just above the K-th nearest so far, since
    /// ties count.
    T nearer(T limit, std::size_t source, std::uint32_t i, T d) {
        const std::size_t most = near_.options().nearest;
        if (!near_.counts(source, graph_.vertex[i])) return limit;
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

    const NearArcs<T>& graph_;
    const NearRows& near_;
    T limit_;
    BoundedSearch<T> search_;
    std::vector<std::pair<T, std::uint32_t>> nearest_;  // a heap, the farthest first
};

template <class T>
struct SearchThread {
    NearSearch<T> search;
    NearRows::Arena arena;
    std::vector<std::pair<std::uint32_t, T>> found;
};

template <class T>
void search_rows(const NearArcs<T>& arcs, NearRows& near) {
    // Sources near one another find the same arcs in the caches.
    std::vector<std::size_t> order(near.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t row) {
        return std::pair(arcs.arcs.number(near.source(row)), row);
    });
    constexpr double kCost = 1e5;  // ns; not known beforehand
    near.in_passes([&] {
        NearRows::in_runs(
            order.size(), 1, kCost,
            [&](std::size_t) {
                return SearchThread<T>{NearSearch<T>(arcs, near), NearRows::Arena(near), {}};
            },
            [](SearchThread<T>& own) -> NearRows::Arena& { return own.arena; },
            [&](SearchThread<T>& own, std::size_t k) {
                own.search.find(near.source(order[k]), own.found);
                near.take(own.arena, order[k], own.found);
                if (near.wants_predecessors()) {
                    std::ranges::transform(
                        own.found, own.arena.take_predecessors(order[k]),
                        [&](const auto& pair) { return own.search.before(pair.first); });
                }
            });
    });
}

}  // namespace

template <class T>
void search_near(const NearArcs<T>& arcs, NearRows& near) {
    search_rows(arcs, near);  // whose lambdas have types of this file
}

template <class T>
NearSample sample_near(const NearArcs<T>& arcs, const NearRows& near) {
    constexpr std::size_t kSources = 16, kEnough = std::size_t{1} << 22;  // arcs
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
}

#define APSP_NEAR_SEARCH(T)                                   \
    template void search_near(const NearArcs<T>&, NearRows&); \
    template NearSample sample_near(const NearArcs<T>&, const NearRows&);
APSP_FOR_DTYPES(APSP_NEAR_SEARCH)

}  // namespace apsp

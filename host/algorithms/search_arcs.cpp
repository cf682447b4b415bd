// See search_arcs.hpp.
#include "algorithms/search_arcs.hpp"

#include <algorithm>

#include "base/all_dtypes.hpp"
#include "graph/start.hpp"

namespace apsp {

std::vector<std::uint32_t> order_by_balls(const Graph& graph) {
    constexpr std::size_t kBall = 16;  // 64 and 256 are no better, on meshes, roads and R-MAT
    const std::size_t n = graph.vertices();
    std::vector<std::uint32_t> order, ball, rest;
    std::vector<std::uint32_t> seen(n, 0);  // the last ball that saw it, from 1
    std::vector<bool> placed(n, false);
    std::uint32_t balls = 0;
    order.reserve(n);
    for (std::uint32_t start = 0; start < n; ++start) {
        rest.push_back(start);
        while (!rest.empty()) {
            const std::uint32_t middle = rest.back();
            rest.pop_back();
            if (placed[middle]) continue;
            ++balls;
            ball.assign(1, middle);
            seen[middle] = balls;
            std::size_t k = 0;
            for (; k < ball.size() && k < kBall; ++k) {
                placed[ball[k]] = true;
                order.push_back(ball[k]);
                graph.for_each_arc(ball[k], [&](std::size_t j, double) {
                    if (placed[j] || seen[j] == balls) return;
                    seen[j] = balls;
                    ball.push_back(static_cast<std::uint32_t>(j));
                });
            }
            while (ball.size() > k) {  // the nearest comes next
                rest.push_back(ball.back());
                ball.pop_back();
            }
        }
    }
    return order;
}

template <class T>
SearchArcs<T>::SearchArcs(const Graph& graph, Semiring semiring,
                          const std::vector<std::uint32_t>& order)
    : number_(graph.vertices()) {
    for (std::size_t k = 0; k < order.size(); ++k) {
        number_[order[k]] = static_cast<std::uint32_t>(k);
    }
    first_.reserve(order.size() + 1);
    arcs_.reserve(graph.arcs());
    first_.push_back(0);
    for (const std::uint32_t vertex : order) {
        for_each_start<T>(graph, vertex, semiring, [&](std::size_t target, T w) {
            if (target != vertex) arcs_.push_back({number_[target], w});
        });
        largest_degree_ = std::max(largest_degree_, arcs_.size() - first_.back());
        first_.push_back(arcs_.size());
    }
    equal_weights_ =
        std::ranges::all_of(arcs_, [&](const SearchArc<T>& arc) { return arc.weight == weight(); });
}

#define APSP_SEARCH_ARCS(T) template class SearchArcs<T>;
APSP_FOR_DTYPES(APSP_SEARCH_ARCS)

}  // namespace apsp

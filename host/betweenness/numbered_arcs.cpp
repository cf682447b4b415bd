// See numbered_arcs.hpp.
#include "betweenness/numbered_arcs.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/search_arcs.hpp"

namespace apsp {

NumberedArcs::NumberedArcs(const Graph& graph, const CostArcs& from, bool reversed)
    : first(from.vertices() + 1, 0), short_integers(from.short_integers()) {
    const std::size_t n = from.vertices(), m = from.target.size();
    const bool free_arcs = std::ranges::find(from.cost, 0.0) != from.cost.end();
    vertex = free_arcs ? from.order : order_by_balls(graph);
    if (reversed) std::ranges::reverse(vertex);
    number.resize(n);
    for (std::size_t k = 0; k < n; ++k) number[vertex[k]] = static_cast<std::uint32_t>(k);
    const auto for_each = [&](auto&& f) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t a = from.first[i]; a < from.first[i + 1]; ++a) {
                const std::uint32_t j = from.target[a];
                f(number[reversed ? j : i], number[reversed ? i : j], a);
            }
        }
    };
    for_each([&](std::uint32_t source, std::uint32_t, std::size_t) { ++first[source + 1]; });
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (std::size_t k = 0; k < n && !from.potential.empty(); ++k) {
        potential.push_back(reversed ? -from.potential[vertex[k]] : from.potential[vertex[k]]);
    }
    target.resize(m);
    cost.resize(m);
    original.resize(m);
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for_each([&](std::uint32_t source, std::uint32_t end, std::size_t a) {
        const std::size_t place = next[source]++;
        target[place] = end;
        cost[place] = from.cost[a];
        original[place] = a;
    });
}

}  // namespace apsp

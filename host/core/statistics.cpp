// Components need no search of the graph. What u reaches includes what v reaches if u reaches v;
// when both reach equally many, these are the same vertices, so v reaches u, too. Only vertices
// that reach equally many are compared, with one row a component.
#include "core/statistics.hpp"

#include <algorithm>
#include <numeric>

namespace apsp {
namespace {

void count_components(const Matrix& distances, Statistics& statistics) {
    const auto& vertices = statistics.vertices;
    const auto reach = [&](std::size_t v) { return vertices[v].reachable; };
    std::vector<std::size_t> order(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, reach);
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        for (auto first = order.begin(); first != order.end();) {
            const auto last = std::find_if(
                first, order.end(), [&](std::size_t v) { return reach(v) != reach(*first); });
            while (first != last) {
                const auto row = distances.row<T>(*first);
                const std::size_t root = *first;
                const auto others =
                    reach(root) == 0 ? first + 1 : std::partition(first, last, [&](std::size_t v) {
                        return v == root || row[v] < infinity<T>();
                    });
                const auto size = static_cast<std::size_t>(others - first);
                ++statistics.components;
                statistics.largest_component = std::max(statistics.largest_component, size);
                first = others;
            }
        }
    });
}

}  // namespace

Statistics make_statistics(const std::vector<RowReduction>& rows, const Matrix& distances) {
    Statistics s;
    const std::size_t n = rows.size();
    const auto others = static_cast<double>(n) - 1;
    s.vertices.resize(n);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const RowReduction& row = rows[i];
        const auto reached = static_cast<double>(row.count);
        const double closeness = row.sum > 0 ? reached / others * (reached / row.sum) : 0;
        s.vertices[i] = {row.count, row.largest, row.sum, closeness};
        s.reachable_pairs += row.count;
        s.diameter = std::max(s.diameter, row.largest);
        sum += row.sum;
        if (row.count + 1 != n) continue;
        if (!s.radius || row.largest < *s.radius) {
            s.radius = row.largest;
            s.centre.clear();
        }
        if (row.largest == *s.radius) s.centre.push_back(i);
    }
    if (s.reachable_pairs != 0) s.mean_distance = sum / static_cast<double>(s.reachable_pairs);
    count_components(distances, s);
    return s;
}

Statistics statistics(const Matrix& distances) {
    const double no_path = visit(distances.dtype(), [](auto zero) {
        return static_cast<double>(infinity<decltype(zero)>());
    });
    return make_statistics(reduce_rows(distances, no_path), distances);
}

}  // namespace apsp

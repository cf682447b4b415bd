// Components need no search of the graph. If u reaches v, it reaches all that v reaches. If both
// reach equally many vertices, these are the same ones, so v reaches u, too. Only vertices that
// reach equally many are compared.
#include "statistics/statistics.hpp"

#include <algorithm>
#include <numeric>

#include "apsp/errors.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/square.hpp"

namespace apsp {

void check_statistics(Semiring semiring) {
    if (semiring == Semiring::min_plus) return;
    throw Error(
        ErrorKind::usage,
        fmt::format("statistics are available over min-plus only, not over {}", name(semiring)));
}

double no_path(Dtype dtype) {
    return visit(dtype, [](auto zero) { return static_cast<double>(infinity<decltype(zero)>()); });
}

namespace {

/// The smallest vertex of the strongly connected component of each vertex.
std::vector<std::uint32_t> component_roots(const Matrix& distances,
                                           const std::vector<RowReduction>& all) {
    // Groups of vertices that reach equally many, in ascending order within each group.
    std::vector<std::uint32_t> order(all.size()), group(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return all[v].count; });
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool same = k > 0 && all[order[k]].count == all[order[k - 1]].count;
        group[order[k]] = same ? group[order[k - 1]] : static_cast<std::uint32_t>(k);
    }
    std::vector<std::uint32_t> roots(all.size());
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        parallel_for({0, roots.size()}, static_cast<double>(roots.size()), [&](std::size_t v) {
            const auto row = distances.row<T>(v);
            std::uint32_t& root = roots[v];
            root = static_cast<std::uint32_t>(v);
            if (all[v].count == 0) return;
            // The search ends at v itself at the latest.
            root = *std::find_if(order.begin() + group[v], order.end(),
                                 [&](std::uint32_t u) { return u == v || row[u] < infinity<T>(); });
        });
    });
    return roots;
}

}  // namespace

Statistics make_statistics(const std::vector<RowReduction>& rows,
                           const std::vector<std::uint32_t>& roots) {
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
    std::vector<std::size_t> sizes(n, 0);
    for (const std::uint32_t root : roots) {
        s.components += sizes[root] == 0;
        s.largest_component = std::max(s.largest_component, ++sizes[root]);
    }
    return s;
}

Statistics make_statistics(const std::vector<RowReduction>& rows, const Matrix& distances) {
    return make_statistics(rows, component_roots(distances, rows));
}

Statistics statistics(const Matrix& distances) {
    check_square(distances, "statistics");
    return make_statistics(reduce_rows(distances, no_path(distances.dtype()), {0, distances.n()}),
                           distances);
}

}  // namespace apsp

// See tight_rule.hpp.
#include "paths/tight_rule.hpp"

#include "base/parallel_for.hpp"
#include "graph/rounding.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
double largest_distance(const Matrix& distances, Range rows) {
    return visit(distances.dtype(), [&](auto sample) {
        using T = decltype(sample);
        T largest = 0;
        const auto look = [&](T& own, std::size_t i) {
            for (const T d : distances.row<T>(i)) {
                const T size = d < 0 ? static_cast<T>(-d) : d;
                own = size < infinity<T>() && size > own ? size : own;
            }
        };
        parallel_with(
            rows, static_cast<double>(distances.n()), [](std::size_t) { return T{0}; }, look,
            [&](T own) { largest = std::max(largest, own); });
        return static_cast<double>(largest);
    });
}

TightRule tight_rule(const Graph& graph, const Matrix& distances) {
    return tight_rule(graph, distances.dtype(), [&] {
        return largest_distance(distances, {0, distances.n()});
    });
}

TightRule tight_rule(const Graph& graph, Dtype dtype,
                     const std::function<double()>& largest_distance) {
    TightRule rule;
    rule.n = graph.vertices();
    rule.dtype = dtype;
    rule.rows = {0, rule.n};
    rule.exact =
        exact_costs(graph, dtype) ||
        (graph.integral_costs() && exact_integers(dtype, graph.max_cost() + largest_distance()));
    if (!rule.exact) rule.relative_slack = relative_slack(dtype, rule.n);
    rule.no_path_from = no_path(dtype);
    return rule;
}

bool always_trees(const Graph& graph, Dtype dtype) {
    return graph.min_cost() > 0 && exact_costs(graph, dtype);
}

}  // namespace apsp

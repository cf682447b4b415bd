// See tight_rule.hpp.
#include "paths/tight_rule.hpp"

#include "graph/rounding.hpp"
#include "statistics/statistics.hpp"

namespace apsp {
double largest_distance(const Matrix& distances, Range rows) {
    return visit(distances.dtype(), [&](auto sample) {
        using T = decltype(sample);
        T largest = 0;
#pragma omp parallel for reduction(max : largest) schedule(static)
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            for (const T d : distances.row<T>(i)) {
                const T size = d < 0 ? static_cast<T>(-d) : d;
                largest = size < infinity<T>() && size > largest ? size : largest;
            }
        }
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

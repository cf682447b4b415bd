// See tight_rule.hpp.
#include "core/tight_rule.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/tolerance.hpp"

namespace apsp {
namespace {

double largest_weight(const Graph& graph) {
    return std::max(std::abs(graph.min_weight()), std::abs(graph.max_weight()));
}

/// Whether sums of any path are exact.
bool always_exact(const Graph& graph, Dtype dtype) {
    return is_integral(dtype) ||
           Tolerance(graph, dtype)
               .exact(largest_weight(graph) * static_cast<double>(graph.vertices()));
}

}  // namespace

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
    rule.non_negative = graph.min_weight() >= 0;
    const Tolerance tolerance(graph, dtype);
    rule.exact = always_exact(graph, dtype) ||
                 (graph.integral() && tolerance.exact(largest_weight(graph) + largest_distance()));
    if (!rule.exact && rule.non_negative) {
        rule.relative_slack = tolerance.slack(1) - tolerance.slack(0);
    } else if (!rule.exact) {
        rule.absolute_slack = tolerance.slack(0);  // weights cancel
    }
    visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        rule.no_path_from = static_cast<double>(infinity<T>());
        if (std::is_integral_v<T> && !rule.non_negative) {
            rule.no_path_from = std::floor(rule.no_path_from / 2) + 1;
        }
    });
    return rule;
}

bool always_trees(const Graph& graph, Dtype dtype) {
    return graph.min_weight() > 0 && always_exact(graph, dtype);
}

}  // namespace apsp

// The infinity of doubles; how much one rounding changes a number of each type, and where nothing
// is rounded.
#pragma once

#include "apsp/dtype.hpp"
#include "apsp/graph.hpp"

namespace apsp {

inline constexpr double kInfinity = infinity<double>();

/// The largest relative error of one rounding; 0 for integers.
constexpr double unit_roundoff(Dtype dtype) {
    return visit(dtype, [](auto zero) -> double {
        using T = decltype(zero);
        return std::is_floating_point_v<T> ? std::numeric_limits<T>::epsilon() / 2 : 0;
    });
}

/// The relative change that this many roundings may make to a sum or a product that only grows.
constexpr double relative_slack(Dtype dtype, std::size_t roundings) {
    return 2 * unit_roundoff(dtype) * static_cast<double>(roundings);
}

/// Whether the type holds every integer up to twice that magnitude, so that sums and differences of
/// two integers up to it are exact.
constexpr bool exact_integers(Dtype dtype, double magnitude) {
    return magnitude * unit_roundoff(dtype) < 0.5;
}

/// Whether integers of up to this magnitude are rounded.
constexpr bool rounds_integers(Dtype dtype, double largest) {
    return !exact_integers(dtype, largest / 2);
}

/// Whether sums along paths of n vertices are exact if their integers are of at most that
/// magnitude.
constexpr bool exact_paths(Dtype dtype, std::size_t n, double magnitude) {
    return exact_integers(dtype, magnitude * static_cast<double>(n));
}

/// Whether the costs of all paths are exact.
inline bool exact_costs(const Graph& graph, Dtype dtype) {
    return is_integral(dtype) ||
           (graph.integral_costs() && exact_paths(dtype, graph.vertices(), graph.max_cost()));
}

/// Whether the sums of all paths' weights are exact.
inline bool exact_weights(const Graph& graph, Dtype dtype) {
    return graph.integral() && exact_paths(dtype, graph.vertices(), graph.largest_magnitude());
}

}  // namespace apsp

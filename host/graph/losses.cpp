// See losses.hpp.
#include "graph/losses.hpp"

#include <atomic>

#include "base/stop.hpp"
#include "graph/distance_bound.hpp"
#include "graph/rounding.hpp"

namespace apsp {
namespace {

bool rounds_weights(const Graph& graph, Dtype dtype) {
    if (dtype != Dtype::f32) return false;
    if (graph.matrix() != nullptr && graph.matrix()->dtype() == Dtype::f32) return false;
    std::atomic<bool> found = false;
    const std::stop_token& stop = stop_token();
#pragma omp parallel for schedule(dynamic, 64)
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        if (found || stop.stop_requested()) continue;
        bool exact = true;
        graph.for_each_arc(i, [&](std::size_t, double w) {
            exact &= static_cast<double>(static_cast<float>(w)) == w;
        });
        if (!exact) found = true;
    }
    check_stop();
    return found;
}

}  // namespace

bool underflows(const Graph& graph, Dtype dtype) {
    return dtype == Dtype::f32 && graph.smallest_magnitude() > 0 &&
           graph.smallest_magnitude() < static_cast<double>(std::numeric_limits<float>::min());
}

bool rounds_integers(Dtype dtype, double largest) {
    return !exact_integers(dtype, largest / 2);
}

Losses losses(const Graph& graph, Semiring semiring, Dtype dtype) {
    Losses found;
    if (is_integral(dtype) || semiring == Semiring::or_and) return found;
    found.weights_rounded = rounds_weights(graph, dtype);
    found.weights_underflow = underflows(graph, dtype);
    if (semiring == Semiring::min_plus) {
        found.distances_rounded =
            !graph.integral_costs() || rounds_integers(dtype, quick_distance_bound(graph).value);
    }
    found.distances_rounded = found.distances_rounded || semiring == Semiring::max_times;
    return found;
}

}  // namespace apsp

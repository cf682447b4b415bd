// The entries that algorithms start from.
#pragma once

#include "apsp/dtype.hpp"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Calls f(j, entry) for the entries of row i that are neither the semiring's zero nor its one on
/// the diagonal: costs, without those that T does not hold as distances.
template <class T, class F>
void for_each_start(const Graph& graph, std::size_t i, Semiring semiring, F&& f) {
    const bool shortest = semiring == Semiring::min_plus;
    graph.for_each_cost(i, [&](std::size_t j, double w) {
        if (semiring == Semiring::or_and) w = 1;
        if (i == j ? shortest : !(shortest && w > path_limit<T>())) f(j, static_cast<T>(w));
    });
}

}  // namespace apsp

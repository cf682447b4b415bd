// Negative weights: finds potentials that turn them into costs, or a negative cycle, whose weight
// is added up before it is reported.
#pragma once

#include <string>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/graph.hpp"
#include "apsp/labels.hpp"

namespace apsp {

/// Whether solving over this semiring needs potentials that the graph does not have.
inline bool needs_potentials(const Graph& graph, Semiring semiring) {
    return semiring == Semiring::min_plus && graph.min_weight() < 0 && !graph.potentials();
}

/// @throws NegativeCycle when the graph has one
Potentials find_potentials(const Graph& graph);

/// Gives the graph potentials if it needs them.
/// @throws NegativeCycle when the graph has one
inline void give_potentials(Graph& graph, Semiring semiring) {
    if (needs_potentials(graph, semiring)) graph.set_potentials(find_potentials(graph));
}

/// "a.gr: negative cycle of 3 arcs and weight -1: x -> y -> z -> x; ...". Long ones are shortened.
std::string negative_cycle_message(const std::string& origin, const NegativeCycle& cycle,
                                   const Labels& labels);

}  // namespace apsp

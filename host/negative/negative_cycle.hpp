// Negative weights: finds potentials that turn them into costs, or a negative cycle, whose weight
// is added up before it is reported.
#pragma once

#include <string>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/graph.hpp"
#include "apsp/labels.hpp"
#include "apsp/negative_cycles.hpp"

namespace apsp {

/// Whether solving over this semiring needs potentials that the graph does not have.
inline bool needs_potentials(const Graph& graph, Semiring semiring) {
    return semiring == Semiring::min_plus && graph.min_weight() < 0 && !graph.potentials();
}

/// @throws Error usage for minus infinity over other semirings than min_plus
void check_negative_cycles(NegativeCycles treatment, Semiring semiring);

/// @throws NegativeCycle when the graph has one
Potentials find_potentials(const Graph& graph);

/// Gives the graph potentials if it needs them, and with `minus_infinity` a NegativeReach if it has
/// negative cycles.
/// @throws NegativeCycle when the graph has one that is to be refused
void give_potentials(Graph& graph, Semiring semiring,
                     NegativeCycles treatment = NegativeCycles::refuse);

/// "a.gr: negative cycle of 3 arcs and weight -1: x -> y -> z -> x; ...". Long ones are shortened.
std::string negative_cycle_message(const std::string& origin, const NegativeCycle& cycle,
                                   const Labels& labels);

/// "x -> y -> z -> x", in which a long cycle is shortened.
std::string text_of_cycle(const std::vector<std::string>& names);

}  // namespace apsp

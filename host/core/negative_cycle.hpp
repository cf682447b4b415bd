// The witness of a negative cycle: found by Bellman-Ford, and added up before it is shown.
#pragma once

#include <string>
#include <vector>

#include "apsp/errors.hpp"
#include "apsp/graph.hpp"
#include "apsp/labels.hpp"

namespace apsp {

/// @throws NegativeCycle when the graph has one
void check_negative_cycle(const Graph& graph);

/// "a.gr: negative cycle of 3 arcs and weight -1: x -> y -> z -> x; ...". Long ones are shortened.
std::string negative_cycle_message(const std::string& origin, const NegativeCycle& cycle,
                                   const Labels& labels);

}  // namespace apsp

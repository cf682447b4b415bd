// The computation where the matrix lies in one piece on one device.
#pragma once

#include "apsp/solve.hpp"
#include "solve/plan.hpp"

namespace apsp {

/// Fills in all of `solution` that the plan does not say.
/// @throws Error as `solve`
void solve_whole(const SolvePlan& plan, Graph graph, Solution& solution);

}  // namespace apsp

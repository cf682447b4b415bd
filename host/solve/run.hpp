// Carries out a plan.
#pragma once

#include "apsp/solve.hpp"
#include "solve/maker.hpp"
#include "solve/plan.hpp"
#include "solve/process_group.hpp"

namespace apsp {

/// Has the maker make what the plan's options ask for, and fills in all of the solution that the
/// plan does not say. The graph's arcs are released unless the plan keeps them. All processes of
/// the group call it.
void run(const SolvePlan& plan, Graph& graph, Maker& maker, const ProcessGroup& group,
         Solution& solution);

}  // namespace apsp

// The computation where rows of the result are made of the graph.
#pragma once

#include <memory>

#include "algorithms/row_maker.hpp"
#include "apsp/solve.hpp"
#include "solve/plan.hpp"
#include "solve/restoration.hpp"

namespace apsp {

/// What makes rows, or all of them, by the plan's algorithm. The plan and the graph outlive it.
std::unique_ptr<RowMaker> make_row_maker(const SolvePlan& plan, const Graph& graph);

/// Of what a maker of rows took, a device's time is computing; the rest is what it stands beside.
void add_seconds(RowMaker& maker, double all, double SolveSeconds::*beside, SolveSeconds& seconds);

/// Fills in all of `solution` that the plan does not say, a batch of rows after the other; not
/// where the plan asks for the whole matrix. `restoration` is null where rows are distances.
/// @throws Error as `solve`
void solve_by_rows(const SolvePlan& plan, const Graph& graph, const Restoration* restoration,
                   Solution& solution);

}  // namespace apsp

// The computation where the matrix does not lie in one piece on one device.
#pragma once

#include "apsp/solve.hpp"
#include "graph/row_flow.hpp"
#include "solve/plan.hpp"
#include "solve/restoration.hpp"

namespace apsp {

/// Fills in all of `solution` that the plan does not say.
/// @throws Error as `solve`
void solve_in_parts(const SolvePlan& plan, Graph graph, Solution& solution);

// What it consists of: each notes seconds and shares in `solution`.

/// From the rows of a graph's matrix to those of its closure. Devices that share the host's memory
/// work in `matrix`, whose own content does not count. The source is let go when they have its
/// rows.
void close_in_shares(const SolvePlan& plan, RowSource source, Matrix& matrix, const RowSink& sink,
                     Solution& solution);
/// The host's matrix becomes its closure; its padding is filled.
void close_streamed(const SolvePlan& plan, Matrix& matrix, Solution& solution);
/// The same of a graph's matrix that lies in a file; the result does, too, restored where it has to
/// be. `closed` is called before that.
/// @throws Error usage to resume a solve that was restoring what `closed` is to see
Matrix close_in_workspace(const SolvePlan& plan, const Graph& graph, const Restoration* restoration,
                          const std::function<void(Matrix&)>& closed, Solution& solution);

}  // namespace apsp

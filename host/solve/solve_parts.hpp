// The computation where the matrix does not lie in one piece on one device.
#pragma once

#include "apsp/solve.hpp"
#include "graph/row_flow.hpp"
#include "solve/find_paths.hpp"
#include "solve/plan.hpp"
#include "solve/restoration.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// Fills in all of `solution` that the plan does not say.
/// @throws Error as `solve`
void solve_in_parts(const SolvePlan& plan, Graph graph, Solution& solution);

// The parts of solve_in_parts; each notes seconds and shares in `solution`.

/// Computes the rows of the closure from those of a graph's matrix. Devices that share the host's
/// memory work in `matrix`, whose own content does not matter; for others it may have no rows. The
/// source is released as soon as they have its rows. The sink is called by one thread per device,
/// or, if the plan is in_batches, with rows in order. Where the parts are planned for paths,
/// `closed` is called when the sink has all rows, with what has the devices search them.
///
/// Returns the reductions of all rows if they are to be reduced on the devices, and all devices do
/// so. The sink is then called only if the host has the whole matrix.
std::vector<RowReduction> close_in_shares(
    const SolvePlan& plan, RowSource source, Matrix& matrix, bool reduces, const RowSink& sink,
    const std::function<void(const PredecessorSearch&)>& closed, Solution& solution);
/// Replaces the host's matrix by its closure, and fills its padding.
void close_streamed(const SolvePlan& plan, Matrix& matrix, Solution& solution);
/// The same for a graph's matrix that lies in a file. The result lies there, too, with its
/// distances restored if they need it. `closed` is called before they are restored.
/// @throws Error usage for resuming a solve that had begun to restore what `closed` needs
Matrix close_in_workspace(const SolvePlan& plan, const Graph& graph, const Restoration* restoration,
                          const std::function<void(Matrix&)>& closed, Solution& solution);

}  // namespace apsp

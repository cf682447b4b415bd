// The computation where the matrix does not lie in one piece on one device.
#pragma once

#include "apsp/solve.hpp"
#include "core/plan.hpp"

namespace apsp {

/// The host's matrix becomes its closure, as the plan's parts say; its padding is filled. Notes
/// seconds and shares in `solution`.
/// @throws Error as `solve`
void close_in_shares(const SolvePlan& plan, Matrix& matrix, const SolveOptions& options,
                     Solution& solution);
void close_streamed(const SolvePlan& plan, Matrix& matrix, const SolveOptions& options,
                    Solution& solution);

/// The same of a graph's matrix that lies in a file; the result does, too.
Matrix close_in_workspace(const SolvePlan& plan, const Graph& graph, const SolveOptions& options,
                          Solution& solution);

}  // namespace apsp

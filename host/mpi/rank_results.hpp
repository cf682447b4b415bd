// What is made of the distances whose rows the ranks have. All ranks call these functions, and all
// throw Ended when something is wrong on one.
#pragma once

#include <filesystem>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/statistics.hpp"
#include "apsp/verify.hpp"
#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

/// Predecessors of the rank's rows. Those of a row need no other row, but the tight arcs out of all
/// vertices (see paths/tight_arcs.hpp). Which of them are tight is found by the rank that has the
/// vertex's row, and told to all.
Matrix find_rank_paths(const Comm& comm, const Comm& node, const RankPlan& plan, const Graph& graph,
                       Matrix& distances);

/// Over min_plus: each rank reduces its own rows, and the rest is done by all alike.
Statistics rank_statistics(const Comm& comm, const RankPlan& plan, const Matrix& distances);

/// Each rank checks its own rows, with its share of the budget.
Verification verify_rows(const Comm& comm, const Graph& graph, const Matrix& distances, Range own,
                         VerifyOptions options);

/// Writes the rows `chosen` as one .npy file, in this order, or all when there is none; `own` are
/// those that this rank has. The matrix has all, or with `alone` just the chosen ones, in their
/// order. The file appears whole or not at all.
void write_rows(const Comm& comm, const Matrix& matrix, Range own,
                const std::filesystem::path& path, const std::vector<std::size_t>& chosen,
                bool alone = false);

}  // namespace apsp::mpi

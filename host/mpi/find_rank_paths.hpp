// Predecessors of a rank's rows. Those of a row need no other row, but the tight arcs out of all
// vertices (see paths/tight_arcs.hpp). Which of them are tight is found by the rank that has the
// vertex's row, and told to all.
#pragma once

#include "apsp/graph.hpp"
#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

/// From the rank's rows of the distances. All ranks call it, and all throw Ended when something is
/// wrong on one.
Matrix find_rank_paths(const Comm& comm, const Node& node, const RankPlan& plan, const Graph& graph,
                       Matrix& distances);

}  // namespace apsp::mpi

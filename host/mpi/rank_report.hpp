// What a job tells of its ranks.
#pragma once

#include "cli/report.hpp"
#include "mpi/rank_plan.hpp"
#include "mpi/rank_solve.hpp"

namespace apsp::mpi {

/// Prints the plan's warnings, and whether ranks have nothing to do.
void warn(const RankPlan& plan);

/// Each rank's share, and the seconds of this one, which are those of all where they wait for one
/// another. All ranks call it.
void report_ranks(const Comm& comm, const RankPlan& plan, const RankSeconds& seconds,
                  cli::Report& report);

}  // namespace apsp::mpi

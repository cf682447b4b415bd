// Statistics of all ranks' rows: each reduces its own, and the rest is done by all alike.
#pragma once

#include "apsp/statistics.hpp"
#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

/// From the rank's rows of the distances, over min_plus. All ranks call it.
Statistics rank_statistics(const Comm& comm, const RankPlan& plan, const Matrix& distances);

}  // namespace apsp::mpi

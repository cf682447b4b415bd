// Where ranks hand over panels: in the host's memory, or in that of devices.
#pragma once

#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

/// Chooses devices where they and MPI can do that, unless the options say otherwise. All ranks call
/// it. @throws Ended where panels cannot be where they are wanted
void place_panels(const Comm& comm, const Comm& node, RankPlan& ranked, const Device& device);

/// Counts them among what the rank's device holds, or puts all on the host where one has no room.
/// As place_panels.
void count_panels(const Comm& comm, RankPlan& ranked);

}  // namespace apsp::mpi

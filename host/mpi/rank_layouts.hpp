// The layouts of a rank's rows other than a share on its device; where ranks hand over panels; and
// what its machine's memory has to hold.
#pragma once

#include "mpi/rank_plan.hpp"

namespace apsp::mpi {

/// So many copies of so many rows, as wide as this rank's, which each rank of the machine has on
/// average, and its part of the panels that these ranks share.
void check_rows_memory(const Comm& node, const RankPlan& ranked, std::size_t rows,
                       std::size_t copies = 1, std::uint64_t panel_bytes = 0);

/// Bytes of the panels of so many pivots that ranks of this machine share in the host's memory,
/// divided by these ranks. All ranks call it.
std::uint64_t panel_bytes(const Ranks& comm, const RankPlan& ranked, std::size_t pivots);

/// Rows that each rank makes of the graph, equally dealt. All ranks call it.
void plan_rows(const Ranks& comm, RankPlan& ranked, const Graph& graph);

/// Whether a rank's rows may pass through its device in stripes.
bool may_stream(const RankPlan& ranked);

/// Rows that pass through each rank's device in stripes, which all have the same height. All ranks
/// call it.
void plan_streams(const Ranks& comm, RankPlan& ranked);

/// Chooses where ranks hand over panels: in devices where these and MPI can do that, unless the
/// options say otherwise. All ranks call it.
/// @throws Ended where panels cannot be where they are wanted
void place_panels(const Ranks& comm, RankPlan& ranked);

/// Counts them among what the rank's device holds, or puts all on the host where one has no room.
/// As place_panels.
void count_panels(const Comm& comm, RankPlan& ranked);

}  // namespace apsp::mpi

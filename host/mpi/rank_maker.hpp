// A rank's rows of the closure, each layout in its own way.
#pragma once

#include <memory>

#include "mpi/checkpoint.hpp"
#include "mpi/comm.hpp"
#include "mpi/rank_plan.hpp"
#include "solve/maker.hpp"

namespace apsp::mpi {

/// Seconds of this rank alone, but for those of checkpoints.
struct RankSeconds {
    double checkpoints = 0;
    double compute = 0;  ///< Between its first and its last operation.
    double waiting = 0;  ///< For panels of others.
    double sending = 0;  ///< Own panels on their way.
};

/// Makes the rank's rows, as all ranks do theirs: they call its functions together. The matrix of
/// distances has the addresses of all rows, but only rows that are touched take memory; if ranks
/// have whole rows, a device that shares the host's memory works in its own ones. An error on one
/// rank during the computation ends the job. The arguments must outlive it.
/// @throws Ended
std::unique_ptr<Maker> make_rank_maker(const Ranks& comm, const RankPlan& plan, Graph& graph,
                                       Checkpoints* checkpoints, Solution& solution,
                                       RankSeconds& seconds);

}  // namespace apsp::mpi

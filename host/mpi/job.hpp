// One solve by all ranks.
#pragma once

#include <string>

#include "cli/solve_options.hpp"
#include "mpi/checkpoint.hpp"

namespace apsp::mpi {

/// What apsp-ocl-mpi is asked to do.
struct JobFields : cli::SolveFields {
    std::string grid;  ///< "4x2": rows and columns of ranks; empty leaves it to the plan.
    CheckpointOptions checkpoints;
};

/// Called by all ranks, with the same options; rank 0 prints the report.
/// @throws Ended
void run_job(const Comm& comm, JobFields& asked);

}  // namespace apsp::mpi

// One solve by all ranks.
#pragma once

#include "mpi/comm.hpp"
#include "mpi/options.hpp"

namespace apsp::mpi {

/// Called by all ranks, with the same options; rank 0 prints the report.
/// @throws Ended
void run_job(const Comm& comm, JobFields& asked);

}  // namespace apsp::mpi

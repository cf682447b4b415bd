// One solve by all ranks.
#pragma once

#include <cxxopts.hpp>

#include "cli/report.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

/// Called by all ranks, with the same options; rank 0 prints the report.
/// @throws Ended
void run_job(const Comm& comm, const cxxopts::ParseResult& parsed, cli::Report report);

}  // namespace apsp::mpi

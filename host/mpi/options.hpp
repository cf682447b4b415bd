// What apsp-ocl-mpi is asked to do.
#pragma once

#include <string>

#include "cli/solve_options.hpp"
#include "mpi/checkpoint.hpp"

namespace apsp::mpi {

struct JobFields : cli::SolveFields {
    std::string grid;  ///< "4x2": rows and columns of ranks; empty leaves it to the plan.
    CheckpointOptions checkpoints;
};
void add_options(cli::OptionList& list, JobFields& asked);

}  // namespace apsp::mpi

// apsp-ocl-mpi: the solve command over all ranks.
#pragma once

#include "mpi/comm.hpp"

namespace apsp::mpi {

/// All ranks call it. @throws Ended
void command(const Comm& comm, int argc, char** argv);

}  // namespace apsp::mpi

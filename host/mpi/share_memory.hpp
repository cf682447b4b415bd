// Memory that ranks of one machine share.
#pragma once

#include <cstddef>

#include "mpi/comm.hpp"

namespace apsp::mpi {

/// Puts shared pages, which hold zeros, over so many bytes at `memory` of each of these ranks,
/// which are of one machine. All of them call it. False on all where the system does not allow it
/// on one; what is at `memory` is then each rank's own.
bool map_together(const Comm& here, void* memory, std::size_t bytes);

}  // namespace apsp::mpi

// What ranks of one machine share: its processors and its devices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apsp/devices.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

std::string host_name();

/// The MPI library's name and version.
std::string library_version();

/// The ranks of this one's machine.
Comm find_node(const Comm& comm);

/// This rank's threads of OpenMP: OMP_NUM_THREADS, or else its part of the machine's processors, of
/// those that mpirun has bound it to. Also tells PoCL, which must not have been called before.
int threads_of(const Comm& node);

/// Whether the machine has memory for so many bytes of each of its ranks.
/// @throws Error out_of_memory; `what` is what they are for
void check_memory(const Comm& node, std::uint64_t bytes, std::string_view what);

/// The device for a rank: they take in turn those that the list names between commas, or else the
/// machine's GPUs, or else its best device.
/// @throws Error no_device
Device device_in_turn(const Devices& known, const std::string& list, const Comm& node);

}  // namespace apsp::mpi

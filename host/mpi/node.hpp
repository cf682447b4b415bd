// Ranks, and what those of one machine share: its processors, its memory and its devices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apsp/devices.hpp"
#include "mpi/comm.hpp"

namespace apsp::mpi {

/// The MPI library's name and version.
std::string library_version();

/// All ranks of the job, and those of this one's machine. Also sets PoCL's threads: it is made
/// before PoCL is asked for anything.
struct Ranks : Comm {
    explicit Ranks(const Comm& all);

    const Comm node;  ///< The ranks on the machine of this one.
    /// This rank's: OMP_NUM_THREADS, or else its part of the machine's processors, within those
    /// that mpirun has bound it to.
    const std::size_t threads;
};

/// Puts shared pages, which hold zeros, over so many bytes at `memory` of each of these ranks,
/// which are of one machine. All of them call it. False on all where the system does not allow it
/// on one; what is at `memory` is then each rank's own.
bool map_together(const Comm& here, void* memory, std::size_t bytes);

/// Checks that the machine has memory for so many bytes per rank.
/// @throws Error out_of_memory; `what` is what they are for
void check_memory(const Comm& node, std::uint64_t bytes, std::string_view what);

/// The device for this rank. Ranks take in turn the devices of the list, which has commas, or else
/// the machine's GPUs; if there are none, all take its best device. Ranks that share a device have
/// equal parts of its memory.
/// @throws Error no_device
Device device_in_turn(const Devices& known, const std::string& list, const Comm& node);

}  // namespace apsp::mpi

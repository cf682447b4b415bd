// What the system tells of the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace apsp {

struct Processor {
    std::string name, vendor;   ///< "" where the system does not tell.
    std::size_t clock_mhz = 0;  ///< The largest; 0 likewise.
};
Processor this_processor();

/// Of a core's cache of data, of level 1 or 2; 0 if the system does not tell.
std::size_t cache_bytes(int level);

/// Asks the system for the registers of AMX, for all threads of this process; false if it does not
/// give them.
bool allow_tile_registers();

std::uint64_t physical_memory();

/// What could be allocated now without swapping, in bytes; 0 if the system does not tell.
std::size_t available_host_memory();

/// The system's name and version and the kind of processor: "Linux 6.1.0-18-amd64 x86_64".
std::string system_name();

/// A part of the program that is not there on this system.
struct Lack {
    std::string_view what;  ///< As users ask for it; options of a solve as SolveOptions::name.
    std::string_view why;
};
std::span<const Lack> lacks();

}  // namespace apsp

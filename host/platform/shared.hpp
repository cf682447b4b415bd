// What only apsp-ocl-mpi needs, whose processes share memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "platform/file.hpp"

namespace apsp {

std::size_t online_processors();
std::string host_name();

/// An environment's variable for what this process loads, unless it has been set.
void set_default_variable(const char* name, const char* value);

/// A file without a name, of zeros in memory; false as a bool if the system refuses.
File memory_file(std::size_t bytes);
/// The name by which other processes of this machine can open a file of this one.
std::string name_for_others(const File& file);

/// Sleeps until a process calls `wake_waiting`, or for a tenth of a second, if `changes`, in shared
/// memory, is still what it was when `seen`.
void wait_for_change(const std::atomic<std::uint32_t>& changes, std::uint32_t seen);
void wake_waiting(const std::atomic<std::uint32_t>& changes);

}  // namespace apsp

// This process, its threads, and its standard error, which may be a terminal.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace apsp {

/// For the start of `main`. Writing beyond the limit on the size of files (`ulimit -f`) then fails,
/// as on a full disk, instead of ending the process. A standard stream that is closed stays
/// unusable: no file that is opened later gets its number, and what is printed with it.
void prepare_process() noexcept;

/// Without destructors, for signal handlers, too.
[[noreturn]] void end_process(int code) noexcept;

int process_id() noexcept;

/// The program's file, for reading.
std::filesystem::path program_file();

/// An environment's variable for what this process loads, unless it has been set.
void set_default_variable(const char* name, const char* value);

/// Whether the system has taken the processor from this thread, for others, since the last call.
bool was_interrupted() noexcept;

bool error_is_terminal() noexcept;
/// The width of that terminal; 80 if the system does not tell.
std::size_t terminal_columns() noexcept;
/// Writes past C's streams, for signal handlers, too.
void write_error(std::string_view text) noexcept;

/// For processes that share memory: sleeps until one of them calls `wake_waiting`, or for a tenth
/// of a second, if `changes` is still what it was when `seen`.
void wait_for_change(const std::atomic<std::uint32_t>& changes, std::uint32_t seen);
void wake_waiting(const std::atomic<std::uint32_t>& changes);

}  // namespace apsp

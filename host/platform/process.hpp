// This process, its threads, and its standard error, which may be a terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
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

/// The user's folder for what programs keep, and a path below it as is usual on the system; "" if
/// the system does not tell.
std::string home_folder(const char* below);

/// Whether the system has taken the processor from this thread, for others, since the last call;
/// false if it does not tell.
bool was_interrupted() noexcept;

/// Of a process that has just been forked: dies with its parent, and is the first to be killed if
/// memory is short.
void put_parent_first() noexcept;

bool error_is_terminal() noexcept;
/// The width of that terminal; 80 if the system does not tell.
std::size_t terminal_columns() noexcept;
/// Writes past C's streams, for signal handlers, too.
void write_error(std::string_view text) noexcept;

}  // namespace apsp

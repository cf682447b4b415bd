// What a program arranges with its system before anything else, and what the system allows it.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace apsp {

/// For the start of `main`. Writing beyond the limit on the size of files (`ulimit -f`) then fails,
/// as on a full disk, instead of ending the process. A standard stream that is closed stays
/// unusable: no file that is opened later gets its number, and what is printed with it.
void prepare_process() noexcept;

/// How many threads the system lets this process start now, beside those that it has; at most
/// `wanted`. Finding out starts them, at about 10 us each.
std::size_t startable_threads(std::size_t wanted);

/// Whether the system has taken the processor from this thread, for others, since the last call.
bool was_interrupted() noexcept;

/// @throws Error internal, which names the limits, if the system refuses the thread
std::jthread start_thread(std::function<void()> work);

}  // namespace apsp

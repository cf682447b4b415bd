// Threads that the system allows this process.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

#include "platform/process.hpp"

namespace apsp {

/// How many threads the system lets this process start now, beside those that it has; at most
/// `wanted`. Finding out starts them, at about 10 us each.
std::size_t startable_threads(std::size_t wanted);

/// @throws Error internal, which names the limits, if the system refuses the thread
std::jthread start_thread(std::function<void()> work);

}  // namespace apsp

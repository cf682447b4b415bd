// How a requested stop is noticed. A thread that works for another one checks that one's token:
// within its calls, or by a StopScope of its own.
#pragma once

#include "apsp/stop.hpp"

namespace apsp {

/// The token of the scopes that this thread is in.
const std::stop_token& stop_token() noexcept;

/// @throws Stopped once a stop has been requested of this thread
void check_stop();

}  // namespace apsp

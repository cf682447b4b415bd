// Where a stop that was requested is looked for. Threads that work for another one look at that
// one's token: within its calls, or by a StopScope of their own.
#pragma once

#include "apsp/stop.hpp"

namespace apsp {

/// Of the scopes that this thread is in.
const std::stop_token& stop_token() noexcept;

/// @throws Stopped once a stop has been requested of this thread
void check_stop();

}  // namespace apsp

// How a requested stop is noticed. A thread that works for another one checks that one's token:
// within its calls, or by a StopScope of its own.
#pragma once

#include "apsp/stop.hpp"

namespace apsp {

/// The token of the scopes that this thread is in.
const std::stop_token& stop_token() noexcept;

/// @throws Stopped once a stop has been requested of this thread
void check_stop();

/// While it lives, no stop is noticed, not even one on the token of a scope around it: for what
/// must be done whole. Scopes inside work as usual.
class NoStops {
  public:
    NoStops() noexcept;
    ~NoStops();
    NoStops(const NoStops&) = delete;
    NoStops& operator=(const NoStops&) = delete;

  private:
    std::stop_token outer_;
};

}  // namespace apsp

// Where OpenMP binds threads (OMP_PROC_BIND), it binds each that begins a parallel region to the
// same place, the first. Threads of our own would take turns there, and so would the threads and
// processes that they or a driver start, which inherit the place.
#pragma once

#include <sched.h>

#include <optional>

namespace apsp {

/// While it lives, this thread may run in any of OpenMP's places, and so may what it starts.
/// Threads of its team stay bound. Changes nothing where OpenMP binds no threads.
class UnboundScope {
  public:
    UnboundScope();
    ~UnboundScope();
    UnboundScope(const UnboundScope&) = delete;
    UnboundScope& operator=(const UnboundScope&) = delete;

  private:
    std::optional<cpu_set_t> before_;
};

}  // namespace apsp

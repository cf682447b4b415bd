// Work that takes long, without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <functional>

namespace apsp::python {

/// Calls `work` in a thread of its own, in a StopScope, so that this one can look for signals
/// meanwhile; libraries that keep threads for the one that calls them then keep none in a process
/// that forks.
/// @throws nanobind::python_error KeyboardInterrupt, or whatever a signal's handler raised, once
///         the work has stopped; what `work` throws
void interruptible(const std::function<void()>& work);

}  // namespace apsp::python

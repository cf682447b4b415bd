// Long work without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <functional>

namespace apsp::python {

/// Calls `work` in another thread, in a StopScope, so that the calling thread can check for signals
/// meanwhile. Libraries that keep threads for each calling thread then keep none for this one, so
/// a process forked from it works as well. Where no thread can be started, this one does the work,
/// and signals wait. Must be called with the interpreter's lock.
/// @throws nanobind::python_error KeyboardInterrupt, or whatever a signal's handler raised, once
///         the work has stopped; what `work` throws
void interruptible(const std::function<void()>& work);

}  // namespace apsp::python

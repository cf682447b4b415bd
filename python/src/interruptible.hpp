// Work that takes long, without the interpreter's lock, which Ctrl-C ends.
#pragma once

#include <functional>

namespace apsp::python {

/// Calls `work` in another thread, in a StopScope, so that this one can look for signals meanwhile;
/// libraries that keep threads for the one that calls them then keep none for this one, so that a
/// process that is forked from it can work as well. To be called with the interpreter's lock.
/// @throws nanobind::python_error KeyboardInterrupt, or whatever a signal's handler raised, once
///         the work has stopped; what `work` throws
void interruptible(const std::function<void()>& work);

}  // namespace apsp::python

// What the system tells a process to do.
#pragma once

namespace apsp {

enum class Interruption {
    asked,          ///< SIGINT (Ctrl-C), SIGTERM, and SIGHUP unless it is ignored, as under nohup.
    processor_time  ///< SIGXCPU: comes each second from the soft limit on, until the hard one
                    ///< kills.
};

using OnInterruption = void (*)(Interruption);

/// From here on, an interruption calls `begin` on a thread of its own. If that does not end the
/// process within half a second, or at a second interruption, `end` is called, which ends it. Where
/// the system starts no thread, a signal handler calls `end` at once. Call this first: threads that
/// already run would receive the signals.
void on_interruption(OnInterruption begin, OnInterruption end);

/// The same for a process that has nothing to begin: a signal handler calls `end`.
void on_interruption(OnInterruption end);

/// Writing to a pipe that nobody reads calls `clean`, and then ends the process.
void on_broken_pipe(void (*clean)());

/// Using memory of a file that has become shorter, or whose disk fails, calls `end`, which ends the
/// process.
void on_lost_file(void (*end)());

}  // namespace apsp

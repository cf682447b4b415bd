// What SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGXCPU do.
#pragma once

#include <stop_token>

namespace apsp::cli {

/// From here on, SIGINT, SIGTERM, SIGXCPU (`ulimit -t`) and SIGHUP (unless it is ignored, as under
/// nohup) request a stop through the token. If that does not end the program within half a second,
/// or at a second signal, the program ends with the exit code of Stopped, and unfinished output
/// files are removed. Call it first: threads that already run would receive the signals.
std::stop_token stop_on_interrupt();

void say_interrupted() noexcept;

}  // namespace apsp::cli

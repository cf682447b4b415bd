// What Ctrl-C and a polite kill do.
#pragma once

#include <stop_token>

namespace apsp::cli {

/// From here on, SIGINT and SIGTERM request a stop of the token. Where that does not end the
/// program within half a second, and at a second signal, it is ended as Stopped would;
/// unfinished output files go. Call it first: threads that already run would take the signals.
std::stop_token stop_on_interrupt();

void say_interrupted() noexcept;

}  // namespace apsp::cli

// What Ctrl-C and a polite kill do.
#pragma once

namespace apsp::cli {

/// From here on, SIGINT and SIGTERM end the program at once with exit code 130, whatever it is
/// doing, and unfinished output files go.
void end_on_interrupt();

}  // namespace apsp::cli

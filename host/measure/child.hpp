// A program as a child process, which may crash, hang or take all memory without taking us along.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace apsp::sweep {

struct ChildOutcome {
    int exit_code = -1;      ///< -1 when a signal ended it.
    int signal = 0;          ///< 0 when it exited.
    bool timed_out = false;  ///< It was killed for that.
    double seconds = 0;      ///< From its start to its end.
    std::string out;
    std::string err;  ///< The end of it, where it is long.
};

/// Runs `program` until it ends, for `time_limit` seconds at most; `tick` is called several times a
/// second. The child dies with this process, whatever ends it, and is the first to go where the
/// system lacks memory.
/// @throws Error internal when no process can be made
ChildOutcome run_child(const std::string& program, const std::vector<std::string>& arguments,
                       double time_limit, const std::function<void()>& tick = {});

}  // namespace apsp::sweep

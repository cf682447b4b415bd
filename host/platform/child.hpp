// A program as a child process, which may crash, hang or take all memory without harm to this one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace apsp {

struct ChildOutcome {
    int exit_code = -1;  ///< -1 when a signal ended it.
    int signal = 0;      ///< 0 when it exited.
    std::string signal_name;
    bool timed_out = false;  ///< It was killed for taking too long.
    double seconds = 0;      ///< From its start to its end.
    std::string out;
    std::string err;  ///< Only the end if it is long.
};

/// Runs `program` until it ends, for `time_limit` seconds at most, and calls `tick` several times
/// per second, whose exceptions leave the child behind. Where the system can, it dies with this
/// process, however that ends, and is the first to be killed if memory is short.
/// @throws Error internal if no process can be created
ChildOutcome run_child(const std::string& program, const std::vector<std::string>& arguments,
                       double time_limit, const std::function<void()>& tick = {});

}  // namespace apsp

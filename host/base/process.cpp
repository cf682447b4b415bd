// See process.hpp.
#include "base/process.hpp"

#include <fmt/core.h>

#include <latch>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "apsp/errors.hpp"

namespace apsp {

std::size_t startable_threads(std::size_t wanted) {
    std::latch counted(1);
    std::vector<std::jthread> threads;
    threads.reserve(wanted);
    try {
        while (threads.size() < wanted) threads.emplace_back([&] { counted.wait(); });
    } catch (const std::system_error&) {
    }
    counted.count_down();
    return threads.size();
}

std::jthread start_thread(std::function<void()> work) try {
    return std::jthread(std::move(work));
} catch (const std::system_error& refusal) {
    throw Error(ErrorKind::internal,
                fmt::format("a thread could not be started: {}; see the limits on processes and "
                            "threads (ulimit -u, pids.max of a container)",
                            refusal.code().message()));
}

}  // namespace apsp

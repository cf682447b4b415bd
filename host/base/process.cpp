// See process.hpp.
#include "base/process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <latch>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "apsp/errors.hpp"

namespace apsp {

void prepare_process() noexcept {
    signal(SIGXFSZ, SIG_IGN);
    // The streams' places are taken in order. Reading from a file that is open for writing only
    // fails, and so does the opposite.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) != -1) continue;
        (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

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

bool was_interrupted() noexcept {
    thread_local long known = 0;
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return std::exchange(known, usage.ru_nivcsw) != usage.ru_nivcsw;
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

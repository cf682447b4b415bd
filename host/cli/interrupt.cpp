// A thread waits for the signals, so that no signal handler is needed. It ends the process itself
// if nothing checks the token: a driver's compiler, for example, may run for minutes.
#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <string_view>
#include <thread>

#include "apsp/errors.hpp"
#include "io/output_file.hpp"

namespace apsp::cli {
namespace {

void watch(const sigset_t& signals, std::stop_source stop) {
    int signal_number = 0;
    sigwait(&signals, &signal_number);
    stop.request_stop();
    constexpr timespec kPatience = {0, 500'000'000};
    sigtimedwait(&signals, nullptr, &kPatience);
    remove_partial_files();
    say_interrupted();
    _exit(static_cast<int>(ErrorKind::stopped));
}

}  // namespace

std::stop_token stop_on_interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::stop_source stop;
    std::thread(watch, signals, stop).detach();
    return stop.get_token();
}

void say_interrupted() noexcept {
    static std::atomic_flag said;
    if (said.test_and_set()) return;
    constexpr std::string_view kMessage = "apsp-ocl: interrupted\n";
    constexpr std::string_view kClearLine = "\r\033[K";
    if (isatty(STDERR_FILENO) != 0) {
        (void)!write(STDERR_FILENO, kClearLine.data(), kClearLine.size());
    }
    (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
}

}  // namespace apsp::cli

// A thread waits for the signals, so that no signal handler is needed. It ends the process itself
// if nothing checks the token: a driver's compiler, for example, may run for minutes. Where the
// system starts no thread, a signal ends the process at once.
#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <thread>

#include "apsp/errors.hpp"
#include "io/output_file.hpp"

namespace apsp::cli {
namespace {

std::atomic<const char*> reason = "apsp-ocl: interrupted\n";

void end_at_once() noexcept {
    remove_partial_files();
    say_interrupted();
    _exit(static_cast<int>(ErrorKind::stopped));
}

/// SIGXCPU comes each second from the soft limit on, until the hard limit kills.
void note_reason(int signal_number) noexcept {
    if (signal_number == SIGXCPU) {
        reason = "apsp-ocl: stopped by the limit on processor time (ulimit -t)\n";
    }
}

void watch(const sigset_t& signals, std::stop_source stop) {
    int signal_number = 0;
    sigwait(&signals, &signal_number);
    note_reason(signal_number);
    stop.request_stop();
    constexpr timespec kPatience = {0, 500'000'000};
    sigtimedwait(&signals, nullptr, &kPatience);
    end_at_once();
}

void watch_without_thread(const sigset_t& signals) {
    struct sigaction ending {};
    ending.sa_handler = [](int signal_number) {
        note_reason(signal_number);
        end_at_once();
    };
    ending.sa_mask = signals;
    for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
        if (sigismember(&signals, each) == 1) sigaction(each, &ending, nullptr);
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace

std::stop_token stop_on_interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGXCPU);
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::stop_source stop;
    try {
        std::thread(watch, signals, stop).detach();
    } catch (const std::system_error&) {
        watch_without_thread(signals);
    }
    return stop.get_token();
}

void say_interrupted() noexcept {
    static std::atomic_flag said;
    if (said.test_and_set()) return;
    const std::string_view message = reason.load();
    constexpr std::string_view kClearLine = "\r\033[K";
    if (isatty(STDERR_FILENO) != 0) {
        (void)!write(STDERR_FILENO, kClearLine.data(), kClearLine.size());
    }
    (void)!write(STDERR_FILENO, message.data(), message.size());
}

}  // namespace apsp::cli

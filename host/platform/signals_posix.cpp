// See signals.hpp. A thread waits for the signals, so that no signal handler is needed.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <system_error>
#include <thread>

#include "platform/signals.hpp"

namespace apsp {
namespace {

OnInterruption begin_function, end_function;
void (*clean_up)();
void (*end_without_file)();

Interruption kind_of(int signal_number) {
    return signal_number == SIGXCPU ? Interruption::processor_time : Interruption::asked;
}

constexpr int kInterruptions[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

bool has_come(const sigset_t& signals) {
    sigset_t pending;
    sigpending(&pending);
    return std::ranges::any_of(kInterruptions, [&](int each) {
        return sigismember(&signals, each) == 1 && sigismember(&pending, each) == 1;
    });
}

void watch(const sigset_t& signals) {
    int signal_number = 0;
    sigwait(&signals, &signal_number);
    begin_function(kind_of(signal_number));
    for (int tick = 0; tick < 50 && !has_come(signals); ++tick) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    end_function(kind_of(signal_number));
}

void end_at_once(const sigset_t& signals) {
    struct sigaction action {};
    action.sa_handler = [](int signal_number) { end_function(kind_of(signal_number)); };
    action.sa_mask = signals;
    for (const int each : kInterruptions) {
        if (sigismember(&signals, each) == 1) sigaction(each, &action, nullptr);
    }
}

sigset_t interruptions() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int each : {SIGINT, SIGTERM, SIGXCPU}) sigaddset(&signals, each);
    return signals;
}

}  // namespace

void on_interruption(OnInterruption begin, OnInterruption end) {
    begin_function = begin;
    end_function = end;
    sigset_t signals = interruptions();
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    try {
        std::thread(watch, signals).detach();
    } catch (const std::system_error&) {
        end_at_once(signals);
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    }
}

void on_interruption(OnInterruption end) {
    end_function = end;
    end_at_once(interruptions());
}

void on_broken_pipe(void (*clean)()) {
    clean_up = clean;
    signal(SIGPIPE, [](int) {
        clean_up();
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    });
}

void on_lost_file(void (*end)()) {
    end_without_file = end;
    signal(SIGBUS, [](int) { end_without_file(); });
}

}  // namespace apsp

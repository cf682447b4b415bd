// The handler ends the process itself: a kernel, or a driver's compiler, could not be asked to stop
// and may run for minutes. It uses only what is safe in a handler.
#include "cli/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "io/output_file.hpp"

namespace apsp::cli {
namespace {

constexpr int kExitCode = 130;  // what shells call the end by SIGINT

void end(int) {
    remove_partial_files();
    constexpr std::string_view kMessage = "apsp-ocl: interrupted\n";
    constexpr std::string_view kClearLine = "\r\033[K";
    if (isatty(STDERR_FILENO) != 0) {
        (void)!write(STDERR_FILENO, kClearLine.data(), kClearLine.size());
    }
    (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
    _exit(kExitCode);
}

}  // namespace

void end_on_interrupt() {
    struct sigaction action {};
    action.sa_handler = end;
    sigemptyset(&action.sa_mask);
    // One of the two at a time, and the second adds nothing.
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

}  // namespace apsp::cli

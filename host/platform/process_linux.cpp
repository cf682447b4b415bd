// See process.hpp.
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "platform/process.hpp"

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

void end_process(int code) noexcept {
    _exit(code);
}

int process_id() noexcept {
    return getpid();
}

std::filesystem::path program_file() {
    return "/proc/self/exe";
}

void set_default_variable(const char* name, const char* value) {
    setenv(name, value, 0);
}

bool was_interrupted() noexcept {
    thread_local long known = 0;
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return std::exchange(known, usage.ru_nivcsw) != usage.ru_nivcsw;
}

bool error_is_terminal() noexcept {
    return isatty(STDERR_FILENO) != 0;
}

std::size_t terminal_columns() noexcept {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col : 80;
}

void write_error(std::string_view text) noexcept {
    (void)!write(STDERR_FILENO, text.data(), text.size());
}

void wait_for_change(const std::atomic<std::uint32_t>& changes, std::uint32_t seen) {
    const timespec tenth = {0, 100'000'000};
    syscall(SYS_futex, &changes, FUTEX_WAIT, seen, &tenth, nullptr, 0);
}

void wake_waiting(const std::atomic<std::uint32_t>& changes) {
    syscall(SYS_futex, &changes, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace apsp

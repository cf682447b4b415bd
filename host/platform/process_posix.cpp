// See process.hpp.
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

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

std::string home_folder(const char* below) {
    const char* const home = std::getenv("HOME");
    return home == nullptr || *home == '\0' ? "" : std::string(home) + "/" + below;
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

}  // namespace apsp

// See child.hpp. Between fork and exec there is only what is safe in a program with several
// threads.
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "apsp/errors.hpp"
#include "platform/child.hpp"
#include "platform/process.hpp"

namespace apsp {
namespace {

constexpr int kTickMilliseconds = 50;
constexpr double kPatience = 10;  // seconds that a killed process has to end
constexpr std::size_t kLongestText = std::size_t{1} << 20;

/// One of the child's outputs.
class Pipe {
  public:
    explicit Pipe(std::string& text) : text_(text) {
        if (pipe(ends_) != 0) {
            throw Error(ErrorKind::internal,
                        fmt::format("cannot create a pipe: {}", std::strerror(errno)));
        }
        for (const int end : ends_) fcntl(end, F_SETFD, FD_CLOEXEC);
        fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    }
    ~Pipe() {
        close_end(ends_[0]);
        close_end(ends_[1]);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reader() const { return ends_[0]; }
    int writer() const { return ends_[1]; }
    void close_writer() { close_end(ends_[1]); }

    /// Takes the text that is there, and closes the pipe at its end. Of a long text, the last part
    /// is kept.
    void take() {
        char buffer[1 << 16];
        while (ends_[0] >= 0) {
            const ssize_t count = ::read(ends_[0], buffer, sizeof buffer);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return;  // nothing there for now
            if (count == 0) return close_end(ends_[0]);
            text_.append(buffer, static_cast<std::size_t>(count));
            if (text_.size() > 2 * kLongestText) text_.erase(0, text_.size() - kLongestText);
        }
    }

  private:
    static void close_end(int& end) {
        if (end >= 0) close(end);
        end = -1;
    }

    int ends_[2] = {-1, -1};
    std::string& text_;
};

[[noreturn]] void become(char* const* words, int out, int err, pid_t parent) {
    setpgid(0, 0);
    put_parent_first();
    if (getppid() != parent) _exit(127);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    const int in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv(words[0], words);
    _exit(127);
}

/// The child's status from waitpid, once it has ended.
std::optional<int> end_of(pid_t child) {
    int status = 0;
    return waitpid(child, &status, WNOHANG) == child ? std::optional(status) : std::nullopt;
}

}  // namespace

ChildOutcome run_child(const std::string& program, const std::vector<std::string>& arguments,
                       double time_limit, const std::function<void()>& tick) {
    ChildOutcome outcome;
    Pipe out(outcome.out);
    Pipe err(outcome.err);
    std::vector<char*> words = {const_cast<char*>(program.c_str())};
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const pid_t parent = getpid();
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    const pid_t child = fork();
    if (child < 0) {
        throw Error(ErrorKind::internal,
                    fmt::format("cannot start a process: {}", std::strerror(errno)));
    }
    if (child == 0) become(words.data(), out.writer(), err.writer(), parent);
    setpgid(child, child);  // here, too: whichever comes first
    out.close_writer();
    err.close_writer();
    for (std::optional<int> status; !status;) {
        if (!outcome.timed_out && seconds() > time_limit) {
            outcome.timed_out = true;
            kill(-child, SIGKILL);
        }
        if (seconds() > time_limit + kPatience) break;  // stuck in its driver: left behind
        // When both are closed, the child is about to end; until then, either may have text to
        // take.
        pollfd ends[2] = {{out.reader(), POLLIN, 0}, {err.reader(), POLLIN, 0}};
        const bool closed = out.reader() < 0 && err.reader() < 0;
        poll(ends, 2, closed ? 1 : kTickMilliseconds);
        status = end_of(child);
        out.take();
        err.take();
        if (status && WIFEXITED(*status)) outcome.exit_code = WEXITSTATUS(*status);
        if (status && WIFSIGNALED(*status)) {
            outcome.signal = WTERMSIG(*status);
            outcome.signal_name = strsignal(outcome.signal);
        }
        if (tick) tick();
    }
    outcome.seconds = seconds();
    kill(-child, SIGKILL);  // the processes that it has started
    return outcome;
}

}  // namespace apsp

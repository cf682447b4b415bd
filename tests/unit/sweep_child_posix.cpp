// Child processes: how they end, what they print, and that they are killed at their time limit.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "platform/child.hpp"
#include "unit/helpers.hpp"

namespace apsp::sweep {
namespace {

ChildOutcome shell(const std::string& script, double time_limit = 20) {
    return run_child("/bin/sh", {"-c", script}, time_limit);
}

/// Waits up to ten seconds.
template <class Condition>
bool comes_true(Condition condition) {
    for (int waited = 0; waited < 1000 && !condition(); ++waited) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return condition();
}

/// Whether the process is gone, or dead and not yet collected.
bool has_ended(int process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string number, name, state;
    return !(stat >> number >> name >> state) || state == "Z";
}

}  // namespace

TEST_CASE("child: exit code and both outputs") {
    const ChildOutcome outcome = shell("echo out; echo err >&2; exit 7");
    CHECK(outcome.exit_code == 7);
    CHECK(outcome.signal == 0);
    CHECK(!outcome.timed_out);
    CHECK(outcome.out == "out\n");
    CHECK(outcome.err == "err\n");
    CHECK(shell("cat").exit_code == 0);  // nothing to read
    CHECK(run_child("/nonexistent", {}, 20).exit_code == 127);
}

TEST_CASE("child: a crash is its signal") {
    const ChildOutcome outcome = shell("kill -SEGV $$");
    CHECK(outcome.signal == SIGSEGV);
    CHECK(outcome.exit_code == -1);
    CHECK(!outcome.timed_out);
}

TEST_CASE("child: long outputs do not block, and the end of them is kept") {
    const ChildOutcome outcome = shell("head -c 5000000 /dev/zero; echo end");
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.out.ends_with("end\n"));
    CHECK(outcome.out.size() < 5000000);
}

TEST_CASE("child: after its time it is killed, with what it started") {
    int ticks = 0;
    const ChildOutcome outcome =
        run_child("/bin/sh", {"-c", "echo begun; sleep 30 & sleep 30"}, 0.3, [&] { ++ticks; });
    CHECK(outcome.timed_out);
    CHECK(outcome.signal == SIGKILL);
    CHECK(outcome.out == "begun\n");
    CHECK(outcome.seconds >= 0.3);
    CHECK(outcome.seconds < 5);
    CHECK(ticks > 2);
    // A grandchild that holds the outputs open does not delay the end.
    CHECK(shell("sleep 30 & exit 3").exit_code == 3);
}

TEST_CASE("child: it dies with us") {
    const std::string file =
        std::filesystem::temp_directory_path() / ("apsp-child-" + std::to_string(getpid()));
    const pid_t middle = fork();
    REQUIRE(middle >= 0);
    if (middle == 0) {
        shell("echo $$ > " + file + "; exec sleep 60", 60);
        _exit(0);
    }
    int child = 0;
    CHECK(comes_true([&] { return static_cast<bool>(std::ifstream(file) >> child); }));
    CHECK(!has_ended(child));
    kill(middle, SIGKILL);
    waitpid(middle, nullptr, 0);
    CHECK(comes_true([&] { return has_ended(child); }));
    std::filesystem::remove(file);
}

}  // namespace apsp::sweep

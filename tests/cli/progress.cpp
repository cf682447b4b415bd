// Progress: on a terminal only, one line that is updated, and wiped at the end.
#include <signal.h>

#include <algorithm>
#include <chrono>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

constexpr std::string_view kWipe = "\r\033[K";

/// A solve of some seconds by a loop that is slow on purpose.
Words slow_solve() {
    return {"--random", "2200", "--device", "cpu", "--algo", "fw", "--variant", "serial"};
}

/// What remains visible of a line that is wiped and rewritten.
std::string_view left_of(std::string_view text) {
    const std::size_t last = text.rfind(kWipe);
    return last == std::string_view::npos ? text : text.substr(last + kWipe.size());
}

}  // namespace

TEST_CASE("progress: moves at least once a second, and goes when the program is interrupted") {
    using Clock = std::chrono::steady_clock;
    constexpr double kLook = 3;  // seconds to watch each phase
    double longest = 0, verifying = 0;
    Clock::time_point last;
    bool begun = false, ended = false;
    int child = 0;
    RunOptions options{.environment = {{"OMP_NUM_THREADS", "1"}}, .terminal = true};
    options.while_running = [&](int id) { child = id; };
    options.as_stderr_comes = [&](std::string_view text) {
        if (ended) return;
        const auto now = Clock::now();
        const double gap = std::chrono::duration<double>(now - last).count();
        if (begun) longest = std::max(longest, gap);
        if (begun && has(text, "verifying")) verifying += gap;
        begun = true;
        last = now;
        ended = verifying > kLook;
        if (ended) kill(child, SIGINT);
    };
    const Outcome outcome = run(with(slow_solve(), {"--verify", "--verify-work", "1e15"}), options);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 130);
    CHECK(ended);
    CHECK(longest < 1);
    CHECK(has(outcome.err, "\r\033[Ksolving: "));
    CHECK(has(outcome.err, "distances/s, "));
    CHECK(has(outcome.err, " s left"));
    CHECK(left_of(outcome.err) == "apsp-ocl: interrupted\r\n");
}

TEST_CASE("--quiet: neither progress nor notes nor a report; errors stay") {
    const TemporaryFolder folder;
    const std::string zeros = folder.write("zeros.csv", "0,0,3,0\n1,0,0,0\n0,0,0,4\n0,5,0,0\n");
    const Words noted = {"--input", zeros, "--device", "cpu"};
    CHECK(has(run(noted).err, "note: "));
    for (const Words& words : {noted, slow_solve()}) {
        const Outcome quiet = run(with(words, {"--quiet"}), {.terminal = true});
        CHECK(quiet.code == 0);
        CHECK(quiet.out == "");
        CHECK(quiet.err == "");
    }
    CHECK(solve(with(noted, {"-q"}))["graph"]["n"] == 4);
    const Outcome failed = run({"--quiet", "--input", folder / "missing.gr"});
    CHECK(failed.code == 4);
    CHECK(has(failed.err, "missing.gr"));
}

TEST_CASE("--quiet: in the other commands that report") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.gr", kSmallGraph), d = folder / "d.npy";
    const std::string changes = folder.write("c.csv", "1,2,1\n");
    CHECK(run({"-q", graph, "--device", "cpu", "-o", d}).code == 0);
    for (const Words& words : {Words{"verify", "-q", "--graph", graph, "--distances", d},
                               Words{"change", "-q", "--graph", graph, "--distances", d,
                                     "--changes", changes, "--output", folder / "e.npy"}}) {
        const Outcome quiet = run(words);
        CHECK(quiet.code == 0);
        CHECK(quiet.out + quiet.err == "");
    }
}

}  // namespace apsp::cli_test

// Child processes: how they end, what they say, and that they do not outstay their time.
#include <signal.h>

#include "sweep/child.hpp"
#include "unit/helpers.hpp"

namespace apsp::sweep {
namespace {

ChildOutcome shell(const std::string& script, double time_limit = 20) {
    return run_child("/bin/sh", {"-c", script}, time_limit);
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
    // A grandchild that holds the outputs open does not keep us.
    CHECK(shell("sleep 30 & exit 3").exit_code == 3);
}

}  // namespace apsp::sweep

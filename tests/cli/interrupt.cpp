// SIGINT, SIGTERM and SIGHUP: exit code 130 within a second, and no partial file.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void sleep_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

}  // namespace

TEST_CASE("interrupt: a long solve ends within a second") {
    for (const int signal_number : {SIGINT, SIGTERM}) {
        CAPTURE(signal_number);
        const TemporaryFolder folder;
        Clock::time_point sent;
        RunOptions options;
        options.while_running = [&](int child) {
            sleep_ms(1500);
            sent = Clock::now();
            kill(child, signal_number);
        };
        const Outcome outcome = run({"--random", "9000,0.2", "--device", "cpu", "--algo", "fw",
                                     "--variant", "serial", "--output", folder / "d.npy"},
                                    options);
        CHECK(seconds_since(sent) < 1);
        CHECK(outcome.code == 130);
        CHECK(outcome.out == "");
        CHECK(outcome.err == "apsp-ocl: interrupted\n");
        CHECK(folder.files().empty());
    }
}

TEST_CASE("interrupt: while writing, the partial file goes and an older one stays") {
    for (const int signal_number : {SIGINT, SIGHUP}) {
        CAPTURE(signal_number);
        const TemporaryFolder folder;
        const std::string output = folder.write("d.mtx", "old");
        bool writing = false;
        RunOptions options;
        options.while_running = [&](int child) {
            for (int waited = 0; waited < 60'000 && !writing; ++waited) {
                sleep_ms(1);
                writing = folder.files().size() == 2;
            }
            kill(child, signal_number);
        };
        const Outcome outcome =
            run({"--random", "3500,0.002", "--device", "cpu", "--output", output}, options);
        CHECK(writing);
        CHECK(outcome.code == 130);
        CHECK(folder.files() == std::vector<std::string>{"d.mtx"});
        CHECK(content_of(output) == "old");
    }
}

TEST_CASE("interrupt: under nohup, a hang-up is ignored") {
    const auto before = signal(SIGHUP, SIG_IGN);
    RunOptions options;
    options.while_running = [](int child) {
        sleep_ms(300);
        kill(child, SIGHUP);
    };
    const Outcome outcome =
        run({"--random", "2000,0.2", "--device", "cpu", "--algo", "fw", "--variant", "serial"},
            options);
    signal(SIGHUP, before);
    CHECK(outcome.code == 0);
}

TEST_CASE("interrupt: a closed pipe ends the program, and the partial file goes") {
    const TemporaryFolder folder;
    const std::vector<float> weights(std::size_t{4} * 512 * 512, 1);
    const std::string input = folder.write("w.npy", npy({4, 512, 512}, weights));
    const std::string line = std::string(APSP_OCL) + " batch --device cpu --input " + input +
                             " -o - --paths-output " + (folder / "p.npy") +
                             " 2>/dev/null | head -c 100 >/dev/null";
    CHECK(std::system(line.c_str()) == 0);
    for (int waited = 0; waited < 6000 && folder.files().size() != 1; ++waited) sleep_ms(10);
    CHECK(folder.files() == Words{"w.npy"});
}

}  // namespace apsp::cli_test

// --devices, --memory-limit, --workspace and --resume.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// Integers, so that sums are the same in any order.
const std::vector<std::string> kInput = {"--generate", "squares:1500", "--dtype", "i32"};
/// A graph with few arcs, whose rows can all be proved in a second instead of half a minute.
const std::vector<std::string> kFewArcs = {
    "--generate", "potential:1500,0.02", "--dtype", "i32", "--algo", "kleene"};

}  // namespace

TEST_CASE("parts: several devices have shares of the rows and the same result") {
    const Json whole = solve(with(kFewArcs, {"--device", "cpu"}));
    CHECK(whole["shares"].is_null());
    std::vector<std::string> lists = {"cpu,cpu"};
    const std::string opencl = opencl_device();
    lists.push_back(opencl + ",cpu");
    lists.push_back(opencl + "," + opencl);
    for (const std::string& list : lists) {
        CAPTURE(list);
        // On a busy machine a device may be so slow that it is left out, with a warning.
        const Outcome outcome = run(with(kFewArcs, {"--devices", list, "--verify", "--json"}));
        REQUIRE(outcome.code == 0);
        const Json parts = Json::parse(outcome.out);
        CHECK(parts["result"] == whole["result"]);
        CHECK(parts["verified"] == true);
        std::size_t row = 0;
        for (const Json& share : parts["shares"]) {
            CHECK(share["first_row"] == row);
            CHECK(share["compute"] >= 0);
            CHECK(share["waiting"] >= 0);
            row += share["rows"].get<std::size_t>();
        }
        CHECK(row == 1500);
    }
}

// Threads that wait busily take the processors from those that copy panels between devices.
TEST_CASE("parts: times do not depend on how OpenMP's threads are to wait, or where") {
    const std::vector<std::map<std::string, std::string>> environments = {
        {},
        {{"OMP_WAIT_POLICY", "active"}},
        {{"OMP_WAIT_POLICY", "passive"}},
        {{"OMP_PROC_BIND", "close"}},
        {{"OMP_NUM_THREADS", "64"}}};
    for (const std::string& list : {std::string("cpu,cpu"), opencl_device() + ",cpu"}) {
        CAPTURE(list);
        std::vector<double> least(environments.size(), 1e9);
        for (int round = 0; round < 4; ++round) {
            for (std::size_t e = 0; e < environments.size(); ++e) {
                const Outcome outcome = run(with(kInput, {"--devices", list, "--json"}),
                                            {.environment = environments[e]});
                REQUIRE(outcome.code == 0);
                const double seconds = Json::parse(outcome.out)["seconds"]["compute"];
                least[e] = std::min(least[e], seconds);
            }
        }
        for (std::size_t e = 1; e < environments.size(); ++e) {
            CAPTURE(environments[e].begin()->first);
            CAPTURE(environments[e].begin()->second);
            CHECK(least[e] < 2 * least[0] + 0.05);
        }
    }
}

TEST_CASE("parts: a device too small for the matrix has it brought") {
    const Json whole = solve(with(kInput, {"--device", "cpu"}));
    CHECK(whole["streamed"] == false);
    const Outcome limited =
        run(with(kInput, {"--device", "cpu", "--memory-limit", "7M", "--json"}));
    CHECK(has(limited.err, "memory limit of 7.00 MiB"));
    const Json parts = Json::parse(limited.out);
    CHECK(parts["streamed"] == true);
    CHECK(parts["result"] == whole["result"]);
    const Outcome plan =
        run(with(kInput, {"--device", "cpu", "--memory-limit", "7M", "--dry-run"}));
    CHECK(plan.code == 0);
    CHECK(has(plan.out, "stripes of"));
}

TEST_CASE("parts: options that make no sense together") {
    const auto refused = [](const std::vector<std::string>& options, std::string_view why) {
        const Outcome outcome = run(with(kInput, options));
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, why));
    };
    refused({"--device", "cpu", "--devices", "cpu"}, "exclude");
    refused({"--devices", "cpu,cpu", "--algo", "fw"}, "several devices need kleene");
    refused({"--devices", "cpu,cpu", "--workspace", "/tmp"}, "one device");
    for (const std::string& devices : {"cpu," + opencl_device(), opencl_device() + ",cpu"}) {
        refused({"--devices", devices, "--variant", devices.starts_with("cpu") ? "avx2" : "gpu"},
                "has no variant");
    }
    refused({"--resume"}, "--workspace");
    refused({"--memory-limit", "much"}, "a size in bytes");
    CHECK(run(with(kInput, {"--device", "cpu", "--memory-limit", "100k"})).code == 6);
}

TEST_CASE("parts: a solve that is killed again and again goes on, to the same bits") {
    const std::vector<std::string> grid = {"--generate", "grid:60", "--dtype", "i32"};
    for (const auto& way : {with(kInput, {"--block", "128", "--memory-limit", "6M"}),
                            with(grid, {"--algo", "sparse"}), with(grid, {"--algo", "search"})}) {
        CAPTURE(way.back());
        const TemporaryFolder folder;
        const auto solving = with(way, {"--device", "cpu", "--workspace", folder / "w"});
        REQUIRE(run(with(solving, {"--output", folder / "whole.npy"})).code == 0);
        CHECK(folder.files() == std::vector<std::string>{"w", "whole.npy"});

        std::mt19937 random(7);
        std::uniform_int_distribution<int> moment(20, 160);  // ms; the whole solve takes some 300
        int kills = 0;
        RunOptions killed;
        killed.while_running = [&](int child) {
            std::this_thread::sleep_for(std::chrono::milliseconds(moment(random)));
            kill(child, SIGKILL);
        };
        const auto resumed = with(solving, {"--resume", "--output", folder / "d.npy"});
        while (kills < 20 && run(resumed, killed).code != 0) ++kills;
        CHECK(kills > 0);
        CHECK(run(resumed).code == 0);
        CHECK(content_of(folder / "d.npy") == content_of(folder / "whole.npy"));
        CHECK(std::filesystem::is_empty(folder / "w"));
    }
}

TEST_CASE("parts: statistics alone go on after kills, without a matrix") {
    const TemporaryFolder folder;
    const std::vector<std::string> solving = {
        "--generate", "road:20000",  "--device",   "cpu",     "--algo",
        "sparse",     "--workspace", folder / "w", "--stats", "--stats-output"};
    REQUIRE(run(with(solving, {folder / "whole.csv"})).code == 0);
    int kills = 0;
    RunOptions killed;
    killed.while_running = [&](int child) {
        std::this_thread::sleep_for(std::chrono::milliseconds(60 + 40 * kills));
        kill(child, SIGKILL);
    };
    const auto resumed = with(solving, {folder / "s.csv", "--resume"});
    while (kills < 20 && run(resumed, killed).code != 0) {
        ++kills;
        CHECK(!std::filesystem::exists(folder.path() / "w" / "apsp-matrix.bin"));
    }
    CHECK(kills > 0);
    CHECK(run(resumed).code == 0);
    CHECK(content_of(folder / "s.csv") == content_of(folder / "whole.csv"));
    CHECK(std::filesystem::is_empty(folder / "w"));
}

TEST_CASE("parts: a workspace of another solve is left alone") {
    const TemporaryFolder folder;
    const auto solving = [&](const std::string& graph) {
        return std::vector<std::string>{"--generate",  graph,        "--device",       "cpu",
                                        "--dtype",     "i32",        "--block",        "128",
                                        "--workspace", folder / "w", "--memory-limit", "6M"};
    };
    // The solve is killed once there is a checkpoint.
    RunOptions killed;
    killed.while_running = [&](int child) {
        const std::filesystem::path journal = folder.path() / "w" / "apsp-matrix.journal";
        for (int waited = 0; waited < 10'000; ++waited) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (std::filesystem::exists(journal) && std::filesystem::file_size(journal) > 800)
                break;
        }
        kill(child, SIGKILL);
    };
    REQUIRE(run(solving("potential:1500,0.02"), killed).code == 128 + SIGKILL);

    const Outcome other = run(with(solving("potential:1501,0.02"), {"--resume"}));
    CHECK(other.code == 4);
    CHECK(has(other.err, "resume with the graph and options"));
    const Outcome again = run(solving("potential:1500,0.02"));
    CHECK(again.code == 2);
    CHECK(has(again.err, "--resume"));

    // A journal line that was cut off by a crash of the machine is ignored. The complete lines
    // before it stay valid, even though the places that they make free may have been written to
    // since.
    const std::string journal = folder / "w/apsp-matrix.journal";
    const std::string content = content_of(journal);
    const std::string torn = content.substr(content.rfind('\n', content.size() - 2) + 1);
    folder.write("w/apsp-matrix.journal", content + torn.substr(0, torn.size() - 3));
    const Words resuming = with(solving("potential:1500,0.02"), {"--resume", "--verify"});
    const std::string matrix = folder / "w/apsp-matrix.bin";
    std::filesystem::rename(matrix, matrix + ".away");
    for (const std::string what : {"is missing", "is not whole"}) {
        const Outcome lost = run(resuming);
        CHECK(lost.code == 4);
        CHECK(has(lost.err, "apsp-matrix.bin: " + what));
        folder.write("w/apsp-matrix.bin", "short");
    }
    std::filesystem::rename(matrix + ".away", matrix);
    const auto third_line = content.find('\n', content.find('\n') + 1) + 1;
    std::string damaged = content;
    damaged[third_line + 2] ^= 1;
    folder.write("w/apsp-matrix.journal", damaged);
    const Outcome refused = run(resuming);
    CHECK(refused.code == 4);
    CHECK(has(refused.err, "apsp-matrix.journal: line 3 is damaged"));
    CHECK(has(refused.err, "solve anew, without --resume"));
    folder.write("w/apsp-matrix.journal", content);
    const Outcome resumed = run(resuming);
    CHECK(resumed.code == 0);
    CHECK(resumed.err == "");
}

TEST_CASE("parts: --resume says where it found nothing to resume") {
    const TemporaryFolder folder;
    const std::vector<std::string> solving = {"--random", "100",         "--device",  "cpu",
                                              "--json",   "--workspace", folder / "w"};
    const std::string warning = "apsp-ocl: warning: workspace " + (folder / "w") +
                                ": found nothing to resume; the solve started anew\n";
    for (const char* folder_is : {"missing", "empty"}) {
        CAPTURE(folder_is);
        const Outcome outcome = run(with(solving, {"--resume"}));
        CHECK(outcome.code == 0);
        CHECK(outcome.err == warning);
    }
    CHECK(std::filesystem::is_empty(folder / "w"));
    CHECK(run(solving).err == "");
}

TEST_CASE("parts: a disk without room is an error before anything is solved") {
    const TemporaryFolder folder;
    RunOptions small;
    small.file_size = 1 << 20;
    const Outcome outcome =
        run(with(kInput, {"--device", "cpu", "--workspace", folder / "w"}), small);
    CHECK(outcome.code == 1);
    CHECK(has(outcome.err, "reserving"));
    CHECK(std::filesystem::is_empty(folder / "w"));
}

}  // namespace apsp::cli_test

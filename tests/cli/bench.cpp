// apsp-ocl bench: shares of the device's limit, what takes time beside computing, and thresholds.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <thread>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

std::vector<std::string> words_for(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"bench", "-d", "cpu", "--sizes", "100,150", "--repeat", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// What a line of a status file in /proc says, "" if there is none.
std::string status_of(const std::filesystem::path& folder, std::string_view key) {
    std::ifstream file(folder / "status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key)) return line.substr(line.find('\t') + 1);
    }
    return "";
}

/// Where the threads of a process may run. It may end meanwhile.
std::set<std::string> places_of(const std::filesystem::path& process) {
    std::set<std::string> places;
    std::error_code ended;
    std::filesystem::directory_iterator thread(process / "task", ended);
    for (; thread != std::filesystem::directory_iterator(); thread.increment(ended)) {
        places.insert(status_of(*thread, "Cpus_allowed_list:"));
    }
    places.erase("");
    return places;
}

/// Whether threads of a solve that this program runs are bound to different processors. Waits for
/// that.
bool spreads_threads(int program) {
    for (int tries = 0; tries < 3000; ++tries) {
        for (const auto& process : std::filesystem::directory_iterator("/proc")) {
            const bool solves = status_of(process, "PPid:") == std::to_string(program);
            if (solves && places_of(process).size() > 1) return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

}  // namespace

TEST_CASE("bench: a row for each size, algorithm and block, with shares of the limit") {
    const TemporaryFolder folder;
    const Outcome table = run(words_for({"--algos", "kleene,fw", "--paths"}));
    CHECK(table.code == 0);
    for (const std::string head : {"limit ", "input ", " semiring ", " algo ", " block ", " ms ",
                                   " G/s ", " of limit [least most] ", " work ", " upload s ",
                                   " down s ", " paths s ", " verified"}) {
        CHECK(has(table.out, head));
    }
    const Outcome outcome =
        run(words_for({"--inputs", "undirected", "--no-symmetric", "--blocks", "default,128",
                       "--paths", "-o", folder / "r.json", "--json"}));
    REQUIRE(outcome.code == 0);
    CHECK(outcome.out == content_of(folder / "r.json"));
    const Json rows = Json::parse(outcome.out)["rows"];
    REQUIRE(rows.size() == 4);
    for (const Json& row : rows) {
        CAPTURE(row.dump());
        CHECK(row["verified"] == true);
        CHECK(row["symmetric"] == false);
        CHECK(row["paths"] == true);
        CHECK(row["seconds"]["paths"]["median"] > 0);
        CHECK(row["share_of_limit"]["median"] > 0);
    }
    CHECK(rows[1]["block"] == 128);
    CHECK(rows[1]["configuration"]["block"] == 128);
}

TEST_CASE("bench: rates and shares below what was asked for are exit 1") {
    CHECK(run(words_for({"--at-least", "1e-6", "--at-least-share", "1e-9"})).code == 0);
    CHECK(run(words_for({"--at-least", "1e9"})).code == 1);
    CHECK(run(words_for({"--at-least-share", "1e9"})).code == 1);
    CHECK(run(words_for({"--at-least", "much"})).code == 2);
    CHECK(run({"bench", "nonsense"}).code == 2);
}

TEST_CASE("bench: solves use all processors, also where OpenMP binds threads to them") {
    if (std::thread::hardware_concurrency() < 2) return skipped("one processor");
    bool spread = false;
    RunOptions options{.environment = {{"OMP_PROC_BIND", "close"}, {"OMP_NUM_THREADS", "2"}}};
    options.while_running = [&](int program) { spread = spreads_threads(program); };
    CHECK(run({"bench", "-d", "cpu", "--sizes", "1500", "--repeat", "3"}, options).code == 0);
    CHECK(spread);
}

}  // namespace apsp::cli_test

// apsp-ocl sweep: a row for every cell, whether or not it could be measured; resuming; comparing.
#include <signal.h>

#include <chrono>
#include <thread>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

std::vector<std::string> words_for(const std::string& file,
                                   const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"sweep", "--devices", "cpu", "-o", file};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

Json read(const std::string& file) {
    const Json json = Json::parse(content_of(file), nullptr, false);
    REQUIRE(json.is_object());
    return json;
}

/// Runs a sweep that succeeds, and returns its file.
Json sweep(const std::string& file, const std::vector<std::string>& more) {
    const Outcome outcome = run(words_for(file, more));
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err == "");
    return read(file);
}

void check_measured(const Json& row, std::size_t repeat) {
    CAPTURE(row.dump());
    CHECK(row["status"] == "measured");
    CHECK(row["verified"] == true);
    CHECK(row["verification"]["rows_checked"] == row["n"]);
    CHECK(row["warm"].is_boolean());
    CHECK(row["configuration"]["variant"].is_string());
    for (const std::string part :
         {"read", "plan", "build", "upload", "compute", "download", "write"}) {
        const Json& seconds = row["seconds"][part];
        CHECK(seconds["runs"].size() == repeat);
        CHECK(seconds["least"] <= seconds["median"]);
        CHECK(seconds["median"] <= seconds["most"]);
    }
    const double n = row["n"];
    CHECK(row["relaxations_per_second"]["median"] ==
          doctest::Approx(n * n * n / row["seconds"]["compute"]["median"].get<double>()));
    CHECK(row["share_of_limit"]["median"] > 0);
}

/// Sends a signal to the program once the file has a row.
RunOptions signalled(const std::string& file, int signal_number,
                     std::chrono::steady_clock::time_point& sent) {
    RunOptions options;
    options.while_running = [=, &sent](int child) {
        for (int waited = 0; waited < 3000 && !has(content_of(file), "measured_at"); ++waited) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        sent = std::chrono::steady_clock::now();
        kill(child, signal_number);
    };
    return options;
}

const std::vector<std::string> kLong = {"--sizes",    "100,2500", "--algos",  "fw",
                                        "--variants", "serial",   "--repeat", "1"};

}  // namespace

TEST_CASE("sweep: a row for every cell, verified, with all that a reader needs") {
    const TemporaryFolder folder;
    const Json file = sweep(folder / "r.json", {"--sizes", "64..128", "--algos", "kleene,fw",
                                                "--repeat", "3", "--inputs", "squares"});
    CHECK(file["schema"] == "apsp-ocl sweep 1");
    CHECK(file["program"]["version"].is_string());
    CHECK(file["kernels"].get<std::string>().size() == 16);
    CHECK(file["devices"][0]["id"] == "cpu:0");
    CHECK(file["devices"][0]["driver"].is_string());
    CHECK(file["options"]["repeat"] == 3);
    CHECK(file["host"]["processor"].is_string());
    REQUIRE(file["rows"].size() == 4);
    for (const Json& row : file["rows"]) check_measured(row, 3);
    CHECK(file["rows"][0]["input"] == "squares:64,1");
    CHECK(file["rows"][3]["n"] == 128);
    CHECK(folder.files() == std::vector<std::string>{"r.json"});
}

TEST_CASE("sweep: the devices take turns") {
    const std::string device = opencl_device();
    const TemporaryFolder folder;
    const Outcome outcome = run({"sweep", "--devices", device + ",cpu", "--sizes", "64", "--repeat",
                                 "2", "-o", folder / "r.json"});
    REQUIRE(outcome.code == 0);
    const Json rows = read(folder / "r.json")["rows"];
    REQUIRE(rows.size() == 2);
    CHECK(rows[0]["device"] == "opencl:0");
    CHECK(rows[1]["device"] == "cpu:0");
    CHECK(rows[0]["result"] == rows[1]["result"]);
}

TEST_CASE("sweep: what a device cannot do loses its row, and no more") {
    const TemporaryFolder folder;
    // Paths of weight 1000 and more do not fit a byte.
    const Json file = sweep(folder / "r.json", {"--sizes", "64", "--dtypes", "u8,i32", "--inputs",
                                                "ring", "--repeat", "1"});
    REQUIRE(file["rows"].size() == 2);
    const Json& refused = file["rows"][0];
    CHECK(refused["status"] == "unsupported");
    CHECK(refused["exit_code"] == 4);
    CHECK(has(refused["reason"].get<std::string>(), "u8"));
    CHECK(refused["seconds"].is_null());
    CHECK(refused["verified"] == false);
    check_measured(file["rows"][1], 1);
}

TEST_CASE("sweep: what hangs is killed, and more vertices are not tried") {
    const TemporaryFolder folder;
    const Json file =
        sweep(folder / "r.json", {"--sizes", "2000,2500", "--algos", "fw", "--variants",
                                  "serial,default", "--repeat", "1", "--time-limit", "0.05s"});
    REQUIRE(file["rows"].size() == 4);
    CHECK(file["rows"][0]["status"] == "timeout");
    CHECK(file["rows"][0]["reason"] == "killed after 0.05 s");
    CHECK(file["rows"][2]["status"] == "skipped");
    CHECK(has(file["rows"][2]["reason"].get<std::string>(), "n = 2000"));
}

TEST_CASE("sweep: what is beyond the budget is left out, and done when called again") {
    const TemporaryFolder folder;
    const std::vector<std::string> options = {"--sizes",    "256,4096", "--algos",  "fw",
                                              "--variants", "serial",   "--repeat", "1"};
    auto first = options;
    first.insert(first.end(), {"--time-limit", "60m", "--budget", "3s"});
    const Json file = sweep(folder / "r.json", first);
    REQUIRE(file["rows"].size() == 2);
    CHECK(file["rows"][0]["status"] == "measured");
    CHECK(file["rows"][1]["status"] == "skipped");
    CHECK(has(file["rows"][1]["reason"].get<std::string>(), "of the budget"));
    first.back() = "0.01s";
    const Json again = sweep(folder / "r.json", first);
    CHECK(again["rows"][0] == file["rows"][0]);
    CHECK(again["rows"][1]["reason"] == "the budget is spent");
}

TEST_CASE("sweep: Ctrl-C and kill leave a whole file, with which it goes on") {
    for (const int signal_number : {SIGINT, SIGKILL}) {
        CAPTURE(signal_number);
        const TemporaryFolder folder;
        const std::string path = folder / "r.json";
        std::chrono::steady_clock::time_point sent;
        const Outcome outcome = run(words_for(path, kLong), signalled(path, signal_number, sent));
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - sent;
        CHECK(taken.count() < 1);
        CHECK(outcome.code == (signal_number == SIGINT ? 130 : 128 + SIGKILL));
        const Json part = read(path);
        REQUIRE(part["rows"].size() == 1);
        if (signal_number == SIGINT) {
            CHECK(outcome.err == "apsp-ocl: interrupted\n");
            CHECK(folder.files() == std::vector<std::string>{"r.json"});
        }
        auto rest = kLong;
        rest.insert(rest.end(), {"--time-limit", "0.05s"});
        const Json whole = sweep(path, rest);
        REQUIRE(whole["rows"].size() == 2);
        CHECK(whole["rows"][0] == part["rows"][0]);
        CHECK(whole["rows"][1]["n"] == 2500);
        CHECK(whole["started_at"] == part["started_at"]);
    }
}

TEST_CASE("sweep: progress on a terminal, with the cell that runs") {
    const TemporaryFolder folder;
    RunOptions options;
    options.terminal = true;
    const Outcome outcome =
        run(words_for(folder / "r.json", {"--sizes", "2500", "--algos", "fw", "--variants",
                                          "serial", "--time-limit", "2s"}),
            options);
    CHECK(outcome.code == 0);
    CHECK(has(outcome.err, "sweeping 0 of 1 cells"));
    CHECK(has(outcome.err, "cpu:0 fw serial n = 2500 f32 random"));
}

TEST_CASE("sweep: a file of another sweep, or of anything else, stays as it is") {
    const TemporaryFolder folder;
    sweep(folder / "r.json", {"--sizes", "32", "--repeat", "1"});
    const std::string before = content_of(folder / "r.json");
    const Outcome other = run(words_for(folder / "r.json", {"--sizes", "32", "--repeat", "2"}));
    CHECK(other.code == 2);
    CHECK(has(other.err, "options/repeat is 1, not 2"));
    CHECK(content_of(folder / "r.json") == before);
    const std::string foreign = folder.write("city.json", "{\"cities\": []}");
    const Outcome refused = run(words_for(foreign, {"--sizes", "32"}));
    CHECK(refused.code == 4);
    CHECK(has(refused.err, "city.json"));
    CHECK(content_of(foreign) == "{\"cities\": []}");
}

TEST_CASE("sweep: --compare finds what became slower, and nothing else") {
    const TemporaryFolder folder;
    const Json file = sweep(folder / "new.json", {"--sizes", "64,128", "--repeat", "3"});
    CHECK(run({"sweep", "--compare", folder / "new.json", folder / "new.json"}).code == 0);
    Json old = file;
    for (Json& seconds : old["rows"][1]["seconds"]["compute"]["runs"]) {
        seconds = seconds.get<double>() / 100;
    }
    folder.write("old.json", old.dump());
    const Outcome slower = run({"sweep", "--compare", folder / "old.json", folder / "new.json"});
    CHECK(slower.code == 1);
    CHECK(has(slower.out, "slower  100.000 times: cpu:0 kleene n = 128"));
    CHECK(has(slower.out, "2 rows in both: 1 slower, 0 lost, 0 faster, 1 the same"));
    const Outcome faster = run({"sweep", "--compare", folder / "new.json", folder / "old.json"});
    CHECK(faster.code == 0);
    CHECK(has(faster.out, "1 faster"));
    // The sweep is complete, so it is compared at once.
    const Outcome both = run(words_for(folder / "new.json", {"--sizes", "64,128", "--repeat", "3",
                                                             "--compare", folder / "old.json"}));
    CHECK(both.code == 1);
    CHECK(has(both.out, "1 slower"));
    const Outcome json =
        run(words_for(folder / "new.json", {"--sizes", "64,128", "--repeat", "3", "--compare",
                                            folder / "old.json", "--json"}));
    CHECK(Json::parse(json.out, nullptr, false)["rows"].size() == 2);
    CHECK(has(json.err, "1 slower"));
    const Words files = {"sweep", "--compare", folder / "old.json", folder / "new.json"};
    for (const Words& more : {Words{"--json"}, {"--at-least", "1"}, {"--devices", "cpu"}}) {
        const Outcome refused = run(with(files, more));
        CHECK(refused.code == 2);
        CHECK(has(refused.err, "takes no other option"));
    }
    CHECK(run(files, {.environment = {{"APSP_DEVICE", "cpu"}}}).code == 1);
}

TEST_CASE("sweep: wrong arguments") {
    const TemporaryFolder folder;
    CHECK(run({"sweep"}).code == 2);
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"nonsense"},
                                               {"--sizes", "8..4"},
                                               {"--algos", "dijkstra"},
                                               {"--variants", "fast"},
                                               {"--dtypes", "f31"},
                                               {"--tiles", "0"},
                                               {"--inputs", "roads"},
                                               {"--repeat", "0"},
                                               {"--semirings", "plus-min"},
                                               {"--time-limit", "soon"},
                                               {"--budget", "soon"}}) {
        CAPTURE(words.front());
        const Outcome outcome = run(words_for(folder / "r.json", words));
        CHECK(outcome.code == 2);
        if (words.size() > 1) CHECK(has(outcome.err, words[0] + " " + words[1]));
    }
    CHECK(run({"sweep", "--devices", "no such device", "-o", folder / "r.json"}).code == 3);
    CHECK(run(words_for("/nonexistent/folder/r.json")).code != 0);
    CHECK(run({"sweep", "--compare", folder / "old.json", folder / "new.json"}).code == 4);
    CHECK(folder.files().empty());
    CHECK(run({"sweep", "--help"}).code == 0);
}

}  // namespace apsp::cli_test

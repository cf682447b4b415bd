// Sweeps of a program that misbehaves: a script that takes the place of apsp-ocl.
#include <signal.h>

#include <filesystem>
#include <fstream>

#include "measure/sweep.hpp"
#include "temporary_folder.hpp"
#include "unit/helpers.hpp"

namespace apsp::sweep {
namespace {

/// The number of vertices decides what the script does; it records its calls in "log".
constexpr const char* kScript = R"(#!/bin/sh
echo "$@" >> "${0%/*}/log"
case "$*" in
    *random:3,*) kill -SEGV $$ ;;
    *random:4,*) echo nonsense; exit 0 ;;
    *random:5,*) echo 'apsp-ocl: n = 5 is too much'; echo 'apsp-ocl: n = 5 is too much' >&2; exit 6 ;;
    *random:6,*) sum=$(wc -l < "${0%/*}/log") ;;
    *random:7,*) echo 'apsp-ocl: verification failed: (1, 2)' >&2; exit 7 ;;
    *random:8,*) sleep 60 ;;
    *random:9,*) echo 'driver: lost the device' >&2; exit 1 ;;
    *opencl:1*random:10,*) sum=2 ;;
    *opencl:1*random:11,*) sum=2; rounded=true ;;
esac
echo '{"seconds": {"read": 1e-9, "plan": 0, "build": 0, "upload": 0, "compute": 4e-9, "download": 0,'
echo '"paths": 0, "write": 0, "verify": 0, "total": 1e-8}, "warm": true, "variant": "gpu", "tile": 64,'
echo '"block": 128, "tuned": false, "symmetric": false, "verification": null, "result": {"sum": '
echo "${sum:-1}}, "'"losses": {"distances_rounded": '"${rounded:-false}}}"
)";

/// Two arbitrary devices, and a folder with the script.
class Setting {
  public:
    Setting() {
        std::filesystem::permissions(folder_.write("program", kScript),
                                     std::filesystem::perms::owner_all);
        for (const std::size_t i : {0, 1}) {
            Device& device = devices_.all.emplace_back();
            device.index = device.index_in_backend = i;
            device.backend = "opencl";
            device.kind = DeviceKind::gpu;
        }
        options_.devices = {"opencl:0", "opencl:1"};
        options_.repeat = 2;
    }

    Options& options() { return options_; }
    Devices& devices() { return devices_; }
    std::string file() const { return folder_ / "results.json"; }

    Results run(std::vector<std::size_t> sizes, double time_limit = 20, double budget = 1e6) {
        options_.sizes = std::move(sizes);
        SweepSettings settings;
        settings.program = folder_ / "program";
        settings.file = file();
        settings.time_limit = time_limit;
        settings.budget = budget;
        settings.group_done = [&](const std::vector<const Row*>& rows) {
            for (const Row* row : rows) {
                CHECK(read_results(settings.file).find(row->cell) != nullptr);
            }
        };
        return run_sweep(options_, devices_, settings);
    }

    std::vector<std::string> calls() const {
        std::ifstream stream(folder_ / "log");
        std::vector<std::string> lines;
        for (std::string line; std::getline(stream, line);) lines.push_back(line);
        return lines;
    }

  private:
    test::TemporaryFolder folder_;
    Devices devices_;
    Options options_;
};

}  // namespace

TEST_CASE("sweep: devices take turns, and only the first run of a cell verifies") {
    Setting setting;
    const Results results = setting.run({100, 200});
    const auto calls = setting.calls();
    REQUIRE(calls.size() == 8);
    for (std::size_t i = 0; i < 8; ++i) {
        CAPTURE(calls[i]);
        const bool verifies = calls[i].find("--verify") != std::string::npos;
        CHECK(verifies == (i % 4 < 2));
        CHECK(calls[i].find(i % 2 == 0 ? "opencl:0" : "opencl:1") != std::string::npos);
        CHECK(calls[i].find(i < 4 ? "random:100,1,1" : "random:200,1,1") != std::string::npos);
    }
    REQUIRE(results.rows.size() == 4);
    for (const Row& row : results.rows) {
        CHECK(row.status == Status::measured);
        CHECK(row.seconds("compute") == std::vector<double>{4e-9, 4e-9});
        CHECK(row.configuration["block"] == 128);
    }
    setting.run({100, 200});  // there is nothing left to do
    CHECK(setting.calls().size() == 8);
}

TEST_CASE("sweep: a cell that is lost says why, and the others are measured") {
    Setting setting;
    const Results results = setting.run({2, 3, 4, 5, 6, 7, 9});
    REQUIRE(results.rows.size() == 14);
    const auto row = [&](std::size_t i) -> const Row& { return results.rows[2 * i]; };
    CHECK(row(0).status == Status::measured);
    CHECK(row(1).status == Status::failed);
    CHECK(row(1).signal == SIGSEGV);
    CHECK(row(1).reason == "ended by signal 11 (Segmentation fault)");
    CHECK(row(2).status == Status::failed);
    CHECK(row(2).reason == "its report cannot be read");
    CHECK(row(3).status == Status::unsupported);
    CHECK(row(3).exit_code == 6);
    CHECK(row(3).reason == "n = 5 is too much");
    CHECK(row(4).status == Status::wrong);
    CHECK(row(4).reason.starts_with("run 2 has a different result: {\"sum\":"));
    CHECK(row(5).status == Status::wrong);
    CHECK(row(5).exit_code == 7);
    CHECK(row(6).status == Status::failed);
    CHECK(row(6).reason == "driver: lost the device");
}

TEST_CASE("sweep: what a budget cut short is done again, and not lost if that is cut short, too") {
    Setting setting;
    Results results = setting.run({100});
    REQUIRE(results.rows.size() == 2);
    results.rows[0].runs.pop_back();
    results.rows[1].runs.clear();
    results.rows[1].status = Status::skipped;
    write_results(results, setting.file());
    const Results spent = setting.run({100}, 20, 1e-9);
    CHECK(spent.rows[0].status == Status::measured);
    CHECK(spent.rows[0].runs.size() == 1);
    CHECK(spent.rows[1].status == Status::skipped);
    CHECK(spent.rows[1].reason == "the budget is spent");
    CHECK(setting.calls().size() == 4);
    const Results whole = setting.run({100});
    REQUIRE(whole.rows.size() == 2);
    for (const Row& row : whole.rows) CHECK(row.runs.size() == 2);
    CHECK(setting.calls().size() == 8);
}

TEST_CASE("sweep: what hangs is killed") {
    Setting setting;
    const Results results = setting.run({8, 10}, 1);
    REQUIRE(results.rows.size() == 4);
    CHECK(results.rows[0].status == Status::timeout);
    CHECK(results.rows[0].reason == "killed after 1 s");
    CHECK(results.rows[2].status == Status::skipped);  // more vertices would take longer
}

TEST_CASE("sweep: cells of a group that have the same graph have the same result, unless rounded") {
    Setting setting;
    const Results results = setting.run({10, 11, 12});
    REQUIRE(results.rows.size() == 6);
    CHECK(results.rows[0].status == Status::measured);
    CHECK(results.rows[1].status == Status::wrong);
    CHECK(results.rows[1].reason ==
          "the result differs from opencl:0 kleene n = 10 f32 random: {\"sum\":2}");
    CHECK(results.rows[3].status == Status::measured);
    CHECK(results.rows[4].relation.at("time_to_first") == 1);
    CHECK(results.rows[5].relation.at("time_to_first") == 1);
    CHECK(results.rows[1].relation.at("time_to_first").is_null());
}

TEST_CASE(
    "sweep: the steps of the ladder take turns, are tried on few vertices, and stay in order") {
    Setting setting;
    setting.options().ladder = true;
    setting.options().devices = {"opencl:0", "cpu:0"};
    Device& cpu = setting.devices().all.emplace_back();
    cpu.backend = "cpu";
    cpu.index = 2;
    const Results results = setting.run({600});
    const auto calls = setting.calls();
    constexpr std::size_t kSteps = test::kOpenMp ? 18 : 17;
    REQUIRE(calls.size() == kSteps + 2 * kSteps);  // each of 256 vertices, then two runs of 600
    for (std::size_t i = 0; i < calls.size(); ++i) {
        CAPTURE(calls[i]);
        CHECK((calls[i].find(":256,") != std::string::npos) == (i < kSteps));
        CHECK((calls[i].find("--verify") != std::string::npos) == (i >= kSteps && i < 2 * kSteps));
        CHECK((calls[i].find("--warm-up") != std::string::npos) == (i >= kSteps));
    }
    REQUIRE(results.rows.size() == 18);
    CHECK(results.rows.front().relation.at("step") == "serial");
    CHECK(results.rows.front().relation.at("speedup_over_previous").is_null());
    CHECK(results.rows.back().relation.at("step") == "kleene");
    CHECK(results.rows.back().relation.at("speedup_over_serial") == 1);
    for (const Row& row : results.rows) {
        const bool runs = test::kOpenMp || row.relation.at("step") != "openmp";
        CHECK(row.status == (runs ? Status::measured : Status::unsupported));
        CHECK(row.runs.size() == (runs ? 2 : 0));
    }
    CHECK(Json::parse(to_text(results))["rows"][9]["step"] == "blocked");
}

}  // namespace apsp::sweep

// --version, --help and what environment variables change.
#include <sstream>

#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("version: the program first, then how it was built and what it finds") {
    const Outcome outcome = run({"--version"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err == "");
    std::istringstream lines(outcome.out);
    std::string first;
    std::getline(lines, first);
    CHECK(first.starts_with("apsp-ocl 0."));
    CHECK((first.find('(') == std::string::npos || first.ends_with(')')));
    for (const std::string line : {"compiler", "opencl", "cuda", "cpu", "libraries"}) {
        CHECK(has(outcome.out, "\n" + line + " "));
    }
    CHECK(!has(outcome.out, "unknown"));
}

TEST_CASE("version: as JSON") {
    const Json version = solve({"--version"});
    CHECK(has(run({"--version"}).out, "apsp-ocl " + version["version"].get<std::string>()));
    CHECK((version["commit"].is_null() || !version["commit"].get<std::string>().empty()));
    REQUIRE(version["backends"].size() == 3);
    CHECK(version["backends"][0]["backend"] == "opencl");
    CHECK(version["backends"][0]["built"] == true);
    CHECK(has(version["backends"][0]["what"].get<std::string>(), "loader: "));
    CHECK(has(version["backends"][2]["what"].get<std::string>(), "baseline"));
    for (const std::string library : {"fmt", "cxxopts", "nlohmann_json", "TBB", "OpenMP", "zlib"}) {
        CHECK(version["libraries"][library].get<std::string>() != "");
    }
    for (const Json& missing : version["missing_libraries"]) {
        CHECK(!version["libraries"].contains(missing["library"].get<std::string>()));
    }
}

TEST_CASE("help: of every command, with its usage first; the program's names them all") {
    const std::string help = run({"--help"}).out;
    CHECK(help.starts_with("Usage: apsp-ocl [OPTION...] [FILE]\n"));
    for (const std::string section : {"Options", "Graph options", "Commands", "Environment"}) {
        CHECK(has(help, "\n" + section + ":\n"));
    }
    for (const std::string variable : {"APSP_DEVICE", "APSP_KERNEL_DIR", "XDG_CACHE_HOME",
                                       "XDG_DATA_HOME", "OMP_NUM_THREADS", "NO_COLOR"}) {
        CHECK(has(help, "\n  " + variable + " "));
    }
    for (const std::string command : {"devices", "verify", "path", "betweenness", "batch", "change",
                                      "tune", "bench", "compare", "ladder", "sweep"}) {
        CAPTURE(command);
        CHECK(has(help, "\n  " + command + " "));
        const std::string own = run({command, "--help"}).out;
        CHECK(own.starts_with("Usage: apsp-ocl " + command + " [OPTION...]"));
        CHECK(has(own, "\nOptions:\n"));
        CHECK(has(own, "\nExamples:\n  $ apsp-ocl " + command));
        CHECK(!has(own, " \n"));
    }
}

TEST_CASE("APSP_DEVICE: the device where no option names one") {
    const RunOptions cpu{.environment = {{"APSP_DEVICE", "cpu"}}};
    const Words solve_words = {"--random", "40"};
    CHECK(solve(solve_words, cpu)["backend"] == "cpu");
    CHECK(solve(with(solve_words, {"--device", opencl_device()}), cpu)["backend"] == "opencl");
    CHECK(solve(with(solve_words, {"--devices", opencl_device()}), cpu)["backend"] == "opencl");
    CHECK(solve(solve_words, {.environment = {{"APSP_DEVICE", opencl_device()}}})["backend"] ==
          "opencl");
    const Words bench = {"bench", "--sizes", "64", "--repeat", "1"};
    CHECK(solve(bench, cpu)["rows"][0]["device"] == "cpu:0");
    CHECK(run({"devices"}, cpu).code == 0);
}

TEST_CASE("APSP_DEVICE: an error names it") {
    const RunOptions wrong{.environment = {{"APSP_DEVICE", "no-such-device"}}};
    for (const Words& words :
         {Words{"--random", "40"}, Words{"tune"}, Words{"sweep", "--json", "--sizes", "64"}}) {
        const Outcome outcome = run(words, wrong);
        CHECK(outcome.code == 3);
        CHECK(outcome.err.starts_with(
            "apsp-ocl: APSP_DEVICE=no-such-device: no device matches \"no-such-device\""));
    }
    CHECK(solve({"--random", "40", "--device", "cpu"}, wrong)["backend"] == "cpu");
}

}  // namespace apsp::cli_test

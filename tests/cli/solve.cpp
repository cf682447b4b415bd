// Solving generated and small graphs: the report as JSON and as text, types, variants, --verify.
#include <cmath>
#include <set>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

std::set<std::string> members(const Json& object) {
    std::set<std::string> names;
    for (const auto& item : object.items()) names.insert(item.key());
    return names;
}

/// The members that tests and sweeps rely on; there are no others.
void check_schema(const Json& report) {
    CAPTURE(report.dump());
    using Names = std::set<std::string>;
    CHECK(members(report) == Names{"graph",
                                   "algorithm",
                                   "variant",
                                   "backend",
                                   "device",
                                   "dtype",
                                   "dtype_reason",
                                   "no_path",
                                   "semiring",
                                   "symmetric",
                                   "tile",
                                   "block",
                                   "tuned",
                                   "estimates",
                                   "warm",
                                   "seconds",
                                   "relaxations_per_second",
                                   "result",
                                   "stats",
                                   "verified",
                                   "verification",
                                   "shares",
                                   "streamed",
                                   "losses",
                                   "notes"});
    CHECK(members(report["losses"]) ==
          Names{"weights_rounded", "weights_underflow", "distances_rounded", "products_underflow"});
    CHECK(members(report["graph"]) == Names{"source", "n", "arcs"});
    CHECK(members(report["device"]) == Names{"index", "name", "platform", "driver"});
    CHECK(members(report["seconds"]) == Names{"read", "potentials", "plan", "build", "upload",
                                              "compute", "download", "paths", "write", "verify",
                                              "total"});
    CHECK(members(report["result"]) == Names{"reachable_pairs", "sum", "max", "negative_cycle",
                                             "vertices_at_minus_infinity",
                                             "negative_cycle_witness"});
    CHECK(report["graph"]["source"].is_string());
    CHECK(report["graph"]["n"].is_number_unsigned());
    CHECK(report["graph"]["arcs"].is_number_unsigned());
    CHECK(report["dtype"].is_null() == report["result"]["negative_cycle"].get<bool>());
    for (const std::string text : {"algorithm", "variant", "backend"}) {
        CHECK(report[text].is_string());
        CHECK(report[text] != "");
    }
    CHECK(report["semiring"] == "min-plus");
    CHECK(report["tuned"] == false);
    CHECK((report["tile"].is_null() || report["tile"].is_number_unsigned()));
    double parts = 0;
    for (const auto& [name, seconds] : report["seconds"].items()) {
        CAPTURE(name);
        REQUIRE(seconds.is_number());
        CHECK(seconds >= 0);
        if (name != "total") parts += seconds.get<double>();
    }
    CHECK(parts <= report["seconds"]["total"].get<double>() * 1.01 + 0.001);
    CHECK(report["result"]["negative_cycle"].is_boolean());
    const Json& witness = report["result"]["negative_cycle_witness"];
    CHECK(witness.is_object() == report["result"]["negative_cycle"].get<bool>());
    CHECK((report["verified"].is_null() || report["verified"].is_boolean()));
    CHECK(report["verification"].is_null() == report["verified"].is_null());
}

}  // namespace

TEST_CASE("solve: the JSON report is exactly the interface") {
    for (const std::string& device : device_indices()) {
        const Json report = solve({"--device", device, "--algo", "fw", "--random", "200,0.5,3"});
        check_schema(report);
        CHECK(report["graph"]["source"] == "random:200,0.5,3");
        CHECK(report["graph"]["n"] == 200);
        CHECK(report["algorithm"] == "fw");
        CHECK(report["dtype"] == "u8");
        CHECK(report["no_path"] == 255);
        CHECK(report["symmetric"] == false);
        CHECK(report["tile"].is_null());
        CHECK(report["verified"].is_null());
        CHECK(report["seconds"]["compute"] > 0);
        CHECK(report["seconds"]["paths"] == 0);
        CHECK(report["seconds"]["write"] == 0);
        const double rate = 8e6 / report["seconds"]["compute"].get<double>();
        CHECK(report["relaxations_per_second"].get<double>() == doctest::Approx(rate));
    }
}

TEST_CASE("solve: without a graph it is a dense one of 1024 vertices, and the text says so") {
    std::set<std::string> answers;
    for (const std::string& device : device_indices()) {
        const Json report = solve({"--device", device});
        check_schema(report);
        CHECK(report["graph"]["n"] == 1024);
        CHECK(report["graph"]["arcs"] == 1024 * 1023);
        CHECK(report["result"]["reachable_pairs"] == 1024 * 1023);
        CHECK(report["result"]["negative_cycle"] == false);
        // Weights are 1 to 10, and there are so many arcs that two hops of weight 1 join most
        // pairs.
        CHECK(report["result"]["max"].get<int>() <= 10);
        answers.insert(report["result"].dump());
    }
    CHECK(answers.size() == 1);
    const std::string text = run({"--device", "cpu", "--verify"}).out;
    CHECK(has(text, "random:1024"));
    CHECK(has(text, "generated"));
    CHECK(has(text, "1024 vertices"));
    CHECK(has(text, "verified   yes"));
}

TEST_CASE("solve: all devices, types and variants agree") {
    std::set<std::string> answers;
    for (const Json& device : devices()["devices"]) {
        for (const std::string dtype : {"f32", "f64", "i32"}) {
            const std::vector<std::string> words = {
                "--random", "300,0.02,5", "--dtype", dtype, "--device", device["index"].dump()};
            if (dtype == "f64" && !device["f64"]) {
                CHECK(run(words).code == 3);
                continue;
            }
            const Json report = solve(words);
            CHECK(report["dtype"] == dtype);
            answers.insert(report["result"].dump());
        }
    }
    for (const std::string variant : {"serial", "openmp"}) {
        const Json report = solve(
            {"--random", "300,0.02,5", "--device", "cpu", "--algo", "fw", "--variant", variant});
        CHECK(report["variant"] == variant);
        answers.insert(report["result"].dump());
    }
    CHECK(answers.size() == 1);
    CHECK(!has(*answers.begin(), "."));  // integers stay integers
}

TEST_CASE("solve: a small graph has the sums that one works out by hand") {
    const TemporaryFolder folder;
    const std::string file = folder.write("small.gr", kSmallGraph);
    for (const std::string& device : device_indices()) {
        const Json report = solve({"--input", file, "--device", device, "--verify"});
        CHECK(report["graph"]["source"] == file);
        CHECK(report["graph"]["arcs"] == 3);
        CHECK(report["result"]["reachable_pairs"] == 3);
        CHECK(report["result"]["sum"] == 10);
        CHECK(report["result"]["max"] == 5);
        CHECK(report["verified"] == true);
    }
}

TEST_CASE("solve: one vertex, and no arcs, are fine") {
    const TemporaryFolder folder;
    const std::string empty = folder.write("empty.gr", "p sp 300 0\n");
    for (const std::string& device : device_indices()) {
        for (const auto& graph : {std::vector<std::string>{"--random", "1"}, {"--input", empty}}) {
            std::vector<std::string> words = graph;
            words.insert(words.end(), {"--device", device, "--verify"});
            const Json report = solve(words);
            check_schema(report);
            CHECK(report["graph"]["arcs"] == 0);
            CHECK(report["result"]["reachable_pairs"] == 0);
            CHECK(report["result"]["sum"] == 0);
            CHECK(report["result"]["max"].is_null());
            CHECK(report["verified"] == true);
        }
    }
}

TEST_CASE("solve: the text has graph, device, algorithm, times, rate and result") {
    const TemporaryFolder folder;
    const std::string file = folder.write("small.gr", kSmallGraph);
    const Outcome outcome = run({"--input", file, "--device", "cpu", "--algo", "fw", "--verify"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err == "");
    CHECK(has(outcome.out, file + ": 4 vertices, 3 arcs"));
    CHECK(has(outcome.out, "cpu:0"));
    CHECK(has(outcome.out, "fw"));
    CHECK(has(outcome.out, "u8: "));
    CHECK(has(outcome.out, "compute"));
    CHECK(has(outcome.out, "relaxations"));
    CHECK(has(outcome.out, "3 reachable pairs, sum 10, largest 5"));
    CHECK(has(outcome.out, "verified   yes"));
    CHECK(has(outcome.out, "johnson, 4 of 4 rows"));
    CHECK(run({"solve", "--input", file, "--device", "cpu"}).code == 0);
}

TEST_CASE("solve: integers that f32 rounds get a note on stderr, i32 gets none") {
    const TemporaryFolder folder;
    // 2^24 + 3 becomes 2^24 + 4 in f32, and 2^24 + 1 becomes 2^24.
    for (const std::string last : {"3", "1"}) {
        CAPTURE(last);
        const std::string far = "p sp 3 2\na 1 2 16777216\na 2 3 " + last + "\n";
        const Outcome rounded = run({"--input", folder.write("far.gr", far), "--device", "cpu",
                                     "--dtype", "f32", "--json"});
        CHECK(rounded.code == 0);
        CHECK(has(rounded.err, "--dtype i32"));
        CHECK(Json::parse(rounded.out, nullptr, false).is_object());
    }
    const std::string file = folder / "far.gr";
    const Json exact = solve({"--input", file, "--device", "cpu", "--dtype", "i32"});
    CHECK(exact["result"]["max"] == 16777217);
    CHECK(solve({"--input", file, "--device", "cpu", "--dtype", "f64"})["result"]["max"] ==
          16777217);
}

TEST_CASE("solve: help") {
    for (const std::string option : {"--help", "-h"}) {
        const Outcome help = run({option});
        CHECK(help.code == 0);
        CHECK(help.err == "");
        for (const std::string word :
             {"--input", "--random", "--device", "--algo", "--variant", "--dtype", "--output",
              "--paths", "--paths-output", "--verify", "--json", "--list-devices"}) {
            CAPTURE(word);
            CHECK(has(help.out, word));
        }
    }
    CHECK(run({"devices", "--help"}).code == 0);
}

TEST_CASE("solve: generated graphs by name, of a second solve") {
    for (const std::string input : {"squares:60,1", "ring:60,2", "potential:60,0.5,3",
                                    "undirected:60,4", "random:60,0.5,5"}) {
        CAPTURE(input);
        const Json report = solve(
            {"--generate", input, "--device", "cpu", "--verify", "--warm-up", "--dtype", "i32"});
        check_schema(report);
        CHECK(report["graph"]["source"] == input);
        CHECK(report["warm"] == true);
        CHECK(report["block"].is_number_unsigned());
        CHECK(report["verified"] == true);
        CHECK(report["verification"]["rows_checked"] == 60);
    }
    const Json sampled =
        solve({"--random", "300", "--device", "cpu", "--verify", "--verify-work", "1e6"});
    CHECK(sampled["verified"] == true);
    CHECK(sampled["warm"] == false);
    CHECK(sampled["verification"]["method"] == "sampled properties");
    CHECK(sampled["verification"]["rows_checked"] < 300);
    CHECK(run({"--generate", "squared:60"}).code == 2);
    CHECK(run({"--generate", "ring:60", "--random", "60"}).code == 2);
}

}  // namespace apsp::cli_test

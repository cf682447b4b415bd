// What the program shows of a negative cycle, in its message and in the JSON report.
#include <set>
#include <tuple>

#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("negative cycle: the JSON report shows vertices in order, and the weight") {
    const TemporaryFolder folder;
    const std::string numbers = folder.write("cycle.gr", "p sp 3 3\na 1 2 -5\na 2 1 4\na 3 1 1\n");
    const std::string words = folder.write("cycle.csv", "c,a,1\na,b,-5.25\nb,a,4\n");
    for (const std::string& device : device_indices()) {
        for (const auto& [file, weight, cycle, text] :
             std::vector<std::tuple<std::string, double, std::set<std::string>, std::string>>{
                 {numbers, -1, {"1", "2"}, "2 arcs and weight -1: 1 -> 2 -> 1;"},
                 {words, -1.25, {"a", "b"}, "2 arcs and weight -1.25: a -> b -> a;"}}) {
            const Outcome outcome = run({"--input", file, "--device", device, "--json"});
            CHECK(outcome.code == 5);
            const Json report = Json::parse(outcome.out, nullptr, false);
            REQUIRE(report.is_object());
            const Json& witness = report["result"]["negative_cycle_witness"];
            REQUIRE(witness.is_object());
            CHECK(witness.size() == 2);
            CHECK(witness["vertices"].size() == cycle.size());
            CHECK(witness["vertices"].get<std::set<std::string>>() == cycle);
            CHECK(witness["weight"] == weight);
            // The cycle may begin at any of its vertices.
            const std::string first = witness["vertices"][0];
            if (first == *cycle.begin()) CHECK(has(outcome.err, text));
            CHECK(has(outcome.err, ": " + first + " -> "));
        }
    }
}

TEST_CASE("negative cycle: a long one is shortened in the message, not in the JSON report") {
    const TemporaryFolder folder;
    std::string ring = "p sp 50 50\n";
    for (int v = 1; v <= 50; ++v) {
        ring += "a " + std::to_string(v) + " " + std::to_string(v % 50 + 1) + " -1\n";
    }
    const Outcome outcome =
        run({"--input", folder.write("ring.gr", ring), "--device", "cpu", "--json"});
    CHECK(outcome.code == 5);
    CHECK(has(outcome.err, "50 arcs and weight -50"));
    CHECK(has(outcome.err, " -> (40 more) -> "));
    const Json report = Json::parse(outcome.out, nullptr, false);
    CHECK(report["result"]["negative_cycle_witness"]["vertices"].size() == 50);
}

TEST_CASE("negative cycle: pairs that it touches are at -inf, if asked, and the others are right") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", "a,b,1\nb,c,-3\nc,b,1\nc,d,1\na,e,2\ne,d,2\n");
    const std::string output = folder / "d.csv", paths = folder / "p.npy";
    const Outcome outcome =
        run({graph, "--device", "cpu", "--negative-cycles", "minus-infinity", "--verify", "-o",
             output, "--paths-output", paths, "--stats", "--json"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(content_of(output) ==
          "0,-inf,-inf,-inf,2\n"
          "inf,-inf,-inf,-inf,inf\n"
          "inf,-inf,-inf,-inf,inf\n"
          "inf,inf,inf,0,inf\n"
          "inf,inf,inf,2,0\n");
    const Json report = Json::parse(outcome.out);
    CHECK(report["result"]["negative_cycle"] == true);
    CHECK(report["result"]["vertices_at_minus_infinity"] == 2);
    CHECK(report["result"]["sum"] == "-inf");
    CHECK(report["stats"]["mean_distance"] == "-inf");
    CHECK(report["verified"] == true);
    const std::string binary = folder / "d.npy";
    run({graph, "--device", "cpu", "--negative-cycles", "minus-infinity", "-o", binary});
    const std::vector<std::string> saved = {"verify", "--graph", graph, "--distances", binary};
    CHECK(run(saved).code == 7);
    CHECK(run([&] {
              auto both = saved;
              both.insert(both.end(),
                          {"--predecessors", paths, "--negative-cycles", "minus-infinity"});
              return both;
          }())
              .code == 0);
    CHECK(run({"verify", "--graph", graph, "--distances", output, "--negative-cycles",
               "minus-infinity"})
              .code == 0);
    const Outcome integers = run({graph, "--negative-cycles", "minus-infinity", "--dtype", "i32"});
    CHECK(integers.code == 4);
    CHECK(has(integers.err, "i32 is not safe: it has no minus infinity; use --dtype f64"));
    const Outcome widest =
        run({graph, "--negative-cycles", "minus-infinity", "--semiring", "max-min"});
    CHECK(widest.code == 2);
    CHECK(has(widest.err, "--negative-cycles minus-infinity is for min-plus, not for max-min"));
}

}  // namespace apsp::cli_test

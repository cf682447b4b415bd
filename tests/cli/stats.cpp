// --stats and --stats-output.
#include <set>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// A star of Bern with edges of 1, 2 and 4, and an island.
constexpr const char* kStar = "Bern,Thun,1\nBern,Olten,2\nBern,Chur,4\nRhodes,Kos,3\n";

}  // namespace

TEST_CASE("stats: of a small graph, on every device, by labels") {
    const TemporaryFolder folder;
    const std::string file = folder.write("star.csv", kStar);
    for (const std::string& device : device_indices()) {
        CAPTURE(device);
        const Json stats =
            solve({"--input", file, "--undirected", "--device", device, "--stats"})["stats"];
        std::set<std::string> members;
        for (const auto& item : stats.items()) members.insert(item.key());
        CHECK(members == std::set<std::string>{"diameter", "radius", "centre", "mean_distance",
                                               "reachable_pairs", "components", "seconds",
                                               "efficiency", "histogram"});
        CHECK(stats["efficiency"].is_null());
        CHECK(stats["histogram"].is_null());
        CHECK(stats["diameter"] == 6);
        CHECK(stats["radius"].is_null());  // no vertex reaches all others
        CHECK(stats["centre"] == Json::array());
        CHECK(stats["mean_distance"].get<double>() == doctest::Approx(48.0 / 14));
        CHECK(stats["reachable_pairs"] == 14);
        CHECK(stats["components"] == Json{{"count", 2}, {"largest", 4}});
    }
    const std::string connected = folder.write("path.csv", "a,b,1\nb,c,3\n");
    const Json path = solve({"--input", connected, "--undirected", "--stats"})["stats"];
    CHECK(path["radius"] == 3);
    CHECK(path["centre"] == Json{"b"});
    CHECK(solve({"--input", connected})["stats"].is_null());
    const std::string text = run({"--input", connected, "--undirected", "--stats"}).out;
    CHECK(has(text, "diameter 4, radius 3, mean 2.66666667"));
    CHECK(has(text, "centre     b\n"));
    CHECK(has(text, "1 strongly connected, the largest of 3 vertices"));
}

TEST_CASE("stats: a line a vertex in a file, which --stats need not come with") {
    const TemporaryFolder folder;
    const std::string file = folder.write("star.csv", kStar);
    for (const std::string& device : device_indices()) {
        const std::string table = folder / "s.csv";
        const Json report =
            solve({"--input", file, "--undirected", "--device", device, "--stats-output", table});
        CHECK(report["stats"]["diameter"] == 6);
        // Bern reaches 3 of 5 others, at 7 / 3 on average: 3 / 5 * 3 / 7.
        CHECK(
            has(content_of(table), "vertex,eccentricity,closeness,reachable\nBern,4,0.257142857"));
        CHECK(has(content_of(table), "\nKos,3,0.0666666666"));
    }
    CHECK(run({"--random", "5", "--stats-output", folder / "s.npy"}).code == 2);
    CHECK(run({"--random", "5", "--stats-output", folder / "no/s.csv"}).code == 2);
    CHECK(run({"--random", "5", "--stats", "--semiring", "max-min"}).code == 2);
}

TEST_CASE("stats: bins by a sample, where some distances are minus infinity") {
    const TemporaryFolder folder;
    const std::string file = folder.write("cycle.csv", "a,b,1\nb,c,-5\nc,b,2\nd,a,7\n");
    for (const std::string& device : device_indices()) {
        const Json found = solve({"--input", file, "--device", device, "--negative-cycles",
                                  "minus-infinity", "--histogram", "auto"})["stats"]["histogram"];
        CHECK(found["bounds"].back() == 9);
        CHECK(found["pairs"][6] == 1);  // d, a
    }
}

TEST_CASE("stats: a histogram, harmonic sums, and what is within bounds, of weights") {
    const TemporaryFolder folder;
    const std::string file = folder.write("star.csv", kStar), table = folder / "s.csv";
    const std::string people = folder.write("people.csv", "town,n\nBern,10\nKos,2\nChur,0.5\n");
    for (const std::string& device : device_indices()) {
        const Words words = {"--input", file, "--undirected", "--device", device};
        const Json counted = solve(with(words, {"--histogram", "1:5:2", "--harmonic"}))["stats"];
        CHECK(counted["histogram"] ==
              Json{{"bounds", {1, 3, 5}}, {"pairs", {2, 6, 4}}, {"beyond", 2}});
        const Json sampled = solve(with(words, {"--histogram", "auto"}))["stats"]["histogram"];
        CHECK(sampled == Json{{"bounds", {1, 2, 3, 4, 5, 6, 7, 8}},
                              {"pairs", {2, 2, 4, 2, 2, 2, 0, 0}},
                              {"beyond", 0}});
        const double inverses = 2 * (1 + 1 / 2.0 + 1 / 4.0 + 1 / 3.0 + 1 / 5.0 + 1 / 6.0 + 1 / 3.0);
        CHECK(counted["efficiency"].get<double>() == doctest::Approx(inverses / 30));
        run(with(words, {"--within", "2,4", "--vertex-weights", people, "--stats-output", table}));
        CHECK(has(content_of(table), "reachable,within_2,within_4\n"));
        CHECK(has(content_of(table), ",3,10,10.5\n"));  // Bern
        CHECK(has(content_of(table), ",1,2,2\n"));      // Kos: Rhodes is not in the file
        run(with(words, {"--harmonic", "--stats-output", table}));
        CHECK(has(content_of(table), "reachable,harmonic\n"));
        CHECK(has(content_of(table), ",3,1.75\n"));
    }
}

TEST_CASE("stats: the power grid's, as others have found") {
    const auto file = real_graph("metis_power.gr");
    if (!file) return;
    const Json stats = solve({"--input", *file, "--device", "cpu", "--stats"})["stats"];
    CHECK(stats["diameter"] == 46);
    CHECK(stats["radius"] == 23);
    CHECK(stats["components"] == Json{{"count", 1}, {"largest", 4941}});
    CHECK(stats["mean_distance"].get<double>() == doctest::Approx(463498292.0 / 24408540));
}

}  // namespace apsp::cli_test

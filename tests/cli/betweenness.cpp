// The command betweenness: its tables, its sums, and what it refuses.
#include <sstream>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// The last column of a table, and its sum.
double sum_of(const std::string& table) {
    std::istringstream lines(content_of(table));
    std::string line;
    std::getline(lines, line);
    double sum = 0;
    while (std::getline(lines, line)) sum += std::stod(line.substr(line.rfind(',') + 1));
    return sum;
}

Json betweenness(const Words& words) {
    const Outcome outcome = run(with(with({"betweenness"}, words), {"--json"}));
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    return Json::parse(outcome.out);
}

}  // namespace

TEST_CASE("betweenness: values of vertices and arcs, by their names") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", kTowns);
    const std::string vertices = folder / "v.csv", arcs = folder / "a.tsv";
    for (const std::string method : {"auto", "elimination", "search"}) {
        CAPTURE(method);
        const Json report = betweenness({"-i", graph, "--output", vertices, "--arcs-output", arcs,
                                         "--raw", "--method", method, "--verify"});
        CHECK(report["verified"] == true);
        CHECK(report["pairs"] == 6);
        CHECK(report["largest"]["vertex"] == "Bern");
        CHECK(report["largest"]["betweenness"] == 2);
        CHECK(report["normalized"] == false);
        CHECK(content_of(vertices) == "vertex,betweenness\nBern,2\nThun,2\nBrig,0\nChur,0\n");
        CHECK(content_of(arcs) ==
              "source\ttarget\tbetweenness\nBern\tThun\t4\nBern\tBrig\t0\nThun\tBrig\t3\n"
              "Chur\tBern\t3\n");
    }
    for (const std::string method : {"elimination", "search"}) {
        CAPTURE(method);
        const Json report = betweenness(
            {graph, "--output", vertices, "--raw", "--device", "portable", "--method", method});
        CHECK(report["device"].is_string() == (method == "elimination"));
        CHECK(content_of(vertices) == "vertex,betweenness\nBern,2\nThun,2\nBrig,0\nChur,0\n");
    }
    betweenness({graph, "--output", vertices, "--endpoints"});
    CHECK(has(content_of(vertices), "Bern,0.4166666666666667\n"));  // 5 of 12 pairs
    CHECK(run({"betweenness", graph, "--verify", "--sample", "2"}).code == 2);
    betweenness({graph, "--output", vertices});
    CHECK(has(content_of(vertices), "Bern,0.3333333333333333\n"));  // 2 of 6 pairs
}

TEST_CASE("betweenness: pairs of some vertices, and their weights") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", kTowns);
    const std::string vertices = folder / "v.csv";
    const std::string people = folder.write("people.csv", "Chur,5\nThun,7\n");
    Json report = betweenness(
        {graph, "--output", vertices, "--raw", "--sources", "Chur,Thun", "--targets", "Brig"});
    CHECK(report["pairs"] == 2);
    CHECK(content_of(vertices) == "vertex,betweenness\nBern,1\nThun,1\nBrig,0\nChur,0\n");
    report = betweenness(
        {graph, "--output", vertices, "--raw", "--source-weights", people, "--targets", "Brig"});
    CHECK(report["pairs"] == 12);
    CHECK(content_of(vertices) == "vertex,betweenness\nBern,5\nThun,5\nBrig,0\nChur,0\n");
    CHECK(run({"betweenness", graph, "--sources", "Bern", "--source-weights", people}).code == 2);
    CHECK(has(run({"betweenness", graph, "--sources", "Bonn"}).err, "--sources: no vertex"));
}

TEST_CASE("betweenness: pairs near one another, and samples with their errors") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", kTowns);
    const std::string vertices = folder / "v.csv";
    Json report = betweenness({graph, "--output", vertices, "--raw", "--cutoff", "1e9"});
    CHECK(report["pairs"] == 6);
    CHECK_FALSE(report.contains("sample"));
    report = betweenness({graph, "--output", vertices, "--raw", "--cutoff", "0"});
    CHECK(report["pairs"] == 0);
    report = betweenness({graph, "--output", vertices, "--raw", "--sample", "4"});  // all
    CHECK(report["sample"] == 4);
    CHECK(report["largest"]["error"] == 0);
    CHECK(content_of(vertices) ==
          "vertex,betweenness,standard_error\nBern,2,0\nThun,2,0\nBrig,0,0\nChur,0,0\n");
    betweenness({graph, "--output", vertices, "--raw", "--sample", "2", "--seed", "3"});
    const std::string drawn = content_of(vertices);
    betweenness({graph, "--output", vertices, "--raw", "--sample", "2", "--seed", "3"});
    CHECK(content_of(vertices) == drawn);
    CHECK(has(run({"betweenness", graph, "--sample", "2"}).out, "drawn with seed 1"));
    CHECK(has(run({"betweenness", graph, "--sample", "1"}).err, "at least 2"));
    CHECK(has(run({"betweenness", graph, "--cutoff", "-1"}).err, "at least 0"));
    CHECK(run({"betweenness", graph, "--sample", "2", "--method", "elimination"}).code == 2);
}

TEST_CASE("betweenness: numbers of the shortest paths of all pairs") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", "a,b,1\na,c,1\nb,d,1\nc,d,1\n");
    const std::string counts = folder / "counts.csv";
    betweenness({graph, "--counts-output", counts});
    CHECK(content_of(counts) == "1,1,1,2\n0,1,0,1\n0,0,1,1\n0,0,0,1\n");
    CHECK(run({"betweenness", graph, "--counts-output", folder / "counts.mtx"}).code == 2);
}

TEST_CASE("betweenness: what it refuses names the vertices") {
    const TemporaryFolder folder;
    const std::string free = folder.write("free.csv", "Bern,Thun,0\nThun,Brig,2\nThun,Bern,0\n");
    Outcome outcome = run({"betweenness", free});
    CHECK(outcome.code == 4);
    CHECK(has(outcome.err, "a cycle of 2 arcs and weight 0: "));
    CHECK(has(outcome.err, "Thun -> Bern"));
    const std::string negative = folder.write("n.csv", "Bern,Thun,-3\nThun,Bern,2\n");
    outcome = run({"betweenness", negative});
    CHECK(outcome.code == 5);
    CHECK(has(outcome.err, "Bern"));
    CHECK(run({"betweenness", free, "--output", folder / "v.txt"}).code == 2);
    CHECK(run({"betweenness"}).code == 2);
}

TEST_CASE("betweenness: on real graphs, both ways, sums are those of the paths") {
    const TemporaryFolder folder;
    for (const std::string name : {"rome99.gr", "USAir97.gr", "metis_power.gr", "jagmesh7.mtx"}) {
        const auto graph = real_graph(name);
        if (!graph) continue;
        CAPTURE(name);
        std::vector<double> largest;
        for (const std::string method : {"elimination", "search"}) {
            const std::string vertices = folder / "v.csv", arcs = folder / "a.csv";
            const Json report = betweenness(
                {*graph, "--raw", "--output", vertices, "--arcs-output", arcs, "--method", method});
            // A path has one more arc than vertices between its ends.
            const double pairs = report["pairs"];
            CHECK(sum_of(arcs) - sum_of(vertices) == doctest::Approx(pairs).epsilon(1e-9));
            largest.push_back(report["largest"]["betweenness"]);
        }
        CHECK(largest[0] == doctest::Approx(largest[1]).epsilon(1e-11));
    }
}

}  // namespace apsp::cli_test

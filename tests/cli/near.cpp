// apsp-ocl near: what it writes, counts and refuses.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// Edges both ways.
constexpr const char* kLine = "Bern,Thun,2\nThun,Spiez,1\nSpiez,Brig,3\n";

}  // namespace

TEST_CASE("near: within a distance, by every algorithm, as lines, coordinates and a sparse array") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", kLine);
    for (const char* algorithm : {"auto", "search", "sparse", "kleene"}) {
        const std::string pairs = folder / "pairs.csv";
        const Json report = solve({"near", graph, "--undirected", "--cutoff", "3", "--algo",
                                   algorithm, "-o", pairs, "--counts-output", folder / "n.tsv"});
        CHECK(report["pairs"] == 8);
        CHECK(report["cutoff"] == 3);
        CHECK(report["nearest"].is_null());
        CHECK(content_of(pairs) ==
              "source,target,distance\nBern,Thun,2\nBern,Spiez,3\nThun,Bern,2\nThun,Spiez,1\n"
              "Spiez,Bern,3\nSpiez,Thun,1\nSpiez,Brig,3\nBrig,Spiez,3\n");
        CHECK(content_of(folder / "n.tsv") ==
              "source\tpairs\nBern\t2\nThun\t2\nSpiez\t3\nBrig\t1\n");
    }
    CHECK(run({"near", graph, "--cutoff", "2", "-o", folder / "pairs.mtx"}).code == 0);
    CHECK(content_of(folder / "pairs.mtx") ==
          "%%MatrixMarket matrix coordinate integer general\n4 4 2\n1 2 2\n2 3 1\n");
    CHECK(run({"near", graph, "--cutoff", "2", "-o", folder / "pairs.npz"}).code == 0);
    CHECK(content_of(folder / "pairs.npz").starts_with("PK"));
    const Outcome counted = run({"near", graph, "--cutoff", "2"});
    CHECK(has(counted.out, "near       2 pairs"));
    CHECK(has(counted.out, "0 to 1, mean 0.5 (4 sources)"));
    CHECK(has(run({"near", graph, "--cutoff", "2", "-o", "-"}).out, "NUMPY") == false);
}

TEST_CASE("near: the nearest of some targets, from some sources") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", kLine);
    const std::string stations = folder.write("stations.csv", "station\nBrig\nThun\n");
    const std::string from = folder.write("from.txt", "Spiez\nThun\nSpiez\n");
    const std::string pairs = folder / "pairs.tsv";
    for (const char* algorithm : {"auto", "search", "sparse", "fw"}) {
        solve({"near", graph, "--undirected", "--nearest", "1", "--among", stations, "--sources",
               from, "--algo", algorithm, "-o", pairs});
        CHECK(content_of(pairs) ==
              "source\ttarget\tdistance\nSpiez\tThun\t1\nThun\tThun\t0\nSpiez\tThun\t1\n");
    }
}

TEST_CASE("near: predecessors in every format, by every algorithm, and paths") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", kLine);
    const std::string from = folder.write("from.txt", "Spiez\nBern\n");
    const std::string before = folder / "before.csv", paths = folder / "paths.tsv";
    for (const char* algorithm : {"auto", "search", "sparse", "kleene"}) {
        solve({"near", graph, "--undirected", "--cutoff", "3", "--sources", from, "--algo",
               algorithm, "--predecessors-output", before, "--paths-output", paths});
        CHECK(content_of(before) ==
              "source,target,predecessor\nSpiez,Bern,Thun\nSpiez,Thun,Spiez\nSpiez,Brig,Spiez\n"
              "Bern,Thun,Bern\nBern,Spiez,Thun\n");
        CHECK(content_of(paths) ==
              "source\ttarget\tvertex\nSpiez\tBern\tSpiez\nSpiez\tBern\tThun\n"
              "Spiez\tBern\tBern\nSpiez\tThun\tSpiez\nSpiez\tThun\tThun\n"
              "Spiez\tBrig\tSpiez\nSpiez\tBrig\tBrig\nBern\tThun\tBern\nBern\tThun\tThun\n"
              "Bern\tSpiez\tBern\nBern\tSpiez\tThun\nBern\tSpiez\tSpiez\n");
    }
    const std::string places = folder.write("places", "Bern\nSpiez\n");
    for (const char* algorithm : {"auto", "sparse"}) {
        const Words asked = {
            "near",    graph,  "--undirected", "--nearest", "2",
            "--among", places, "--algo",       algorithm,   "--predecessors-output"};
        solve(with(asked, {before}));
        CHECK(has(content_of(before), "\nBern,Bern,\nBern,Spiez,Thun\nThun,Spiez,Thun\n"));
        solve(with(asked, {folder / "before.mtx"}));
        CHECK(content_of(folder / "before.mtx") ==
              "%%MatrixMarket matrix coordinate integer general\n4 4 8\n1 1 -1\n1 3 1\n2 3 1\n"
              "2 1 1\n3 3 -1\n3 1 1\n4 3 3\n4 1 1\n");
    }
    const Words both = {"near", graph, "--cutoff", "2", "-o", folder / "d.npz"};
    CHECK(run(with(both, {"--predecessors-output", folder / "p.npz"})).code == 0);
    CHECK(content_of(folder / "d.npz").size() == content_of(folder / "p.npz").size() + 2 * (1 - 4));
    CHECK(has(content_of(folder / "p.npz"), "'<i4'"));
    CHECK(run(with(both, {"--predecessors-output", before})).code == 0);
    CHECK(content_of(before) == "source,target,predecessor\nBern,Thun,Bern\nThun,Spiez,Thun\n");
}

TEST_CASE("near: --verify compares with Dijkstra's algorithm, as far as its work goes") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", kLine);
    const Words asked = {"near", graph, "--undirected", "--cutoff", "3", "--verify"};
    CHECK(has(run(asked).out, "verified   yes (johnson, 4 rows)"));
    CHECK(has(run(with(asked, {"--verify-work", "1"})).out, "yes (sampled johnson, 1 rows)"));
    const Json report =
        solve(with(asked, {"--predecessors-output", folder / "p.npz", "-o", folder / "d.npz"}));
    CHECK(report["verification"]["rows_checked"] == 4);
    CHECK(std::filesystem::exists(folder / "d.npz"));
    CHECK(solve({"near", graph, "--cutoff", "3"})["verification"].is_null());
}

TEST_CASE("near: a file that cannot grow is an error, not an abort, and leaves nothing") {
    const TemporaryFolder folder;
    std::string line;
    for (int k = 0; k < 3000; ++k) line += std::to_string(k) + ',' + std::to_string(k + 1) + ",1\n";
    const std::string graph = folder.write("line.csv", line), pairs = folder / "pairs.npz";
    const Outcome outcome =
        run({"near", graph, "--cutoff", "100", "-o", pairs}, {.file_size = 500'000});
    CHECK(outcome.code == 1);
    CHECK(has(outcome.err, "cannot be written"));
    CHECK(!std::filesystem::exists(pairs));
}

TEST_CASE("near: what is refused, and how") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", kLine);
    const auto refused = [&](const Words& more, int code, std::string_view words) {
        const Outcome outcome = run(with({"near", graph}, more));
        CAPTURE(outcome.err);
        CHECK(outcome.code == code);
        CHECK(has(outcome.err, words));
    };
    refused({}, 2, "needs --cutoff, --nearest or both");
    refused({"--cutoff", "-1"}, 2, "at least 0");
    refused({"--nearest", "0"}, 2, "at least 1");
    refused({"--cutoff", "1", "-o", folder / "pairs.npy"}, 2, ".npz, .mtx, .csv or .tsv");
    refused({"--cutoff", "1", "-o", folder / "no/pairs.csv"}, 2, "no");
    refused({"--cutoff", "1", "--predecessors-output", "p.npy"}, 2, ".npz, .mtx, .csv or .tsv");
    refused({"--cutoff", "1", "--predecessors-output", "-"}, 2, "cannot be standard output");
    refused({"--cutoff", "1", "--paths-output", "p.npz"}, 2, ".csv or .tsv");
    refused({"--cutoff", "1", "--sources", folder.write("u", "Bern\nUlm\n")}, 4, "Ulm");
    refused({"--cutoff", "1", "--memory-limit", "1", "-o", folder / "pairs.csv"}, 6, "near pairs");
    const std::string negative = folder.write("negative.csv", "a,b,5\nb,c,-4\na,c,9\n");
    CHECK(solve({"near", negative, "--cutoff", "1"})["pairs"] == 2);
    const Outcome searched = run({"near", negative, "--cutoff", "1", "--algo", "search"});
    CHECK(searched.code == 2);
    CHECK(has(searched.err, "--algo auto"));
}

}  // namespace apsp::cli_test

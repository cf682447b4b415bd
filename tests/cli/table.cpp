// apsp-ocl table: what it writes and refuses.
#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("table: from some vertices to some others, by every algorithm, with names") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", "Bern,Thun,2\nThun,Spiez,1\nSpiez,Brig,3\n");
    const std::string from = folder.write("from.txt", "Spiez\nBern\nSpiez\n");
    const std::string to = folder.write("to.txt", "place\nBrig\nBern\n");
    const std::string table = folder / "table.csv";
    for (const char* algorithm : {"auto", "search", "sparse", "kleene"}) {
        const Json report = solve(
            {"table", graph, "--sources", from, "--targets", to, "--algo", algorithm, "-o", table});
        CHECK(report["sources"] == 3);
        CHECK(report["targets"] == 2);
        CHECK(content_of(table) == "source,Brig,Bern\nSpiez,3,inf\nBern,6,0\nSpiez,3,inf\n");
    }
    const Outcome all = run({"table", graph, "--targets", to, "-o", folder / "all.tsv"});
    CHECK(has(all.out, "table      4 x 2"));
    CHECK(has(content_of(folder / "all.tsv"), "Thun\t4\tinf\n"));
    CHECK(run({"table", graph, "--sources", from, "-o", folder / "t.npy"}).code == 0);
    CHECK(has(content_of(folder / "t.npy"), "'shape': (3, 4)"));
}

TEST_CASE("table: distances of pairs, as solve writes them") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", "Bern,Thun,2\nThun,Spiez,1\nSpiez,Brig,3\n");
    const std::string pairs =
        folder.write("pairs.csv", "from,to\nBern,Brig\nBrig,Bern\nThun,Thun\n");
    CHECK(run({graph, "--pairs", pairs, "-o", folder / "solved.csv"}).code == 0);
    for (const char* algorithm : {"auto", "search", "sparse", "kleene"}) {
        const Json report = solve(
            {"table", graph, "--pairs", pairs, "--algo", algorithm, "-o", folder / "found.csv"});
        CHECK(report["pairs"] == 3);
        CHECK(content_of(folder / "found.csv") == content_of(folder / "solved.csv"));
    }
    CHECK(has(content_of(folder / "found.csv"), "Bern,Brig,6\n"));
    const Outcome both =
        run({"table", graph, "--pairs", pairs, "--targets", pairs, "-o", folder / "t.csv"});
    CHECK(both.code == 2);
    CHECK(has(both.err, "--pairs"));
}

TEST_CASE("table: predecessors and paths, of tables and of pairs") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", "Bern,Thun,2\nThun,Spiez,1\nSpiez,Brig,3\n");
    const std::string from = folder.write("from.txt", "Thun\nBern\n");
    const std::string to = folder.write("to.txt", "Brig\nBern\nThun\n");
    const std::string before = folder / "p.csv", paths = folder / "paths.csv";
    for (const char* algorithm : {"auto", "search", "sparse", "kleene"}) {
        solve({"table", graph, "--sources", from, "--targets", to, "--algo", algorithm, "-o",
               folder / "t.csv", "--predecessors-output", before, "--paths-output", paths});
        CHECK(content_of(before) == "source,Brig,Bern,Thun\nThun,Spiez,,\nBern,Spiez,,Bern\n");
        CHECK(content_of(paths) ==
              "source,target,vertex\nThun,Brig,Thun\nThun,Brig,Spiez\nThun,Brig,Brig\n"
              "Thun,Thun,Thun\nBern,Brig,Bern\nBern,Brig,Thun\nBern,Brig,Spiez\nBern,Brig,Brig\n"
              "Bern,Bern,Bern\nBern,Thun,Bern\nBern,Thun,Thun\n");
    }
    const std::string pairs = folder.write("pairs.csv", "Bern,Spiez\nBrig,Bern\n");
    const Words asked = {"table", graph, "--pairs", pairs, "-o", folder / "d.csv"};
    solve(with(asked, {"--predecessors-output", before, "--paths-output", paths}));
    CHECK(content_of(before) == "source,target,predecessor\nBern,Spiez,Thun\nBrig,Bern,\n");
    CHECK(content_of(paths) ==
          "source,target,vertex\nBern,Spiez,Bern\nBern,Spiez,Thun\nBern,Spiez,Spiez\n");
    solve(with(asked, {"--predecessors-output", folder / "p.npy"}));
    CHECK(content_of(folder / "p.npy").ends_with(std::string("\1\0\0\0\xff\xff\xff\xff", 8)));
    CHECK(run(with(asked, {"--predecessors-output", folder / "p.npz"})).code == 2);
}

TEST_CASE("table: --verify, of tables and of pairs") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", "Bern,Thun,2\nThun,Spiez,1\nSpiez,Brig,3\n");
    const std::string to = folder.write("to.txt", "Brig\nBern\n");
    const std::string pairs = folder.write("pairs.csv", "Bern,Spiez\nBrig,Bern\nBern,Thun\n");
    const Words asked = {"table", graph, "--verify", "-o", folder / "t.csv"};
    CHECK(has(run(with(asked, {"--targets", to})).out, "verified   yes (johnson, 4 rows)"));
    CHECK(solve(with(asked, {"--pairs", pairs}))["verification"]["rows_checked"] == 2);
}

TEST_CASE("table: refusals name the option, the file and the vertex") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("line.csv", "Bern,Thun,-2\nThun,Bern,1\n");
    CHECK(run({"table", graph}).code == 2);
    CHECK(run({"table", graph, "-o", folder / "t.mtx"}).code == 2);
    const std::string negative = folder.write("one_way.csv", "Bern,Thun,-2\n");
    const Outcome sparse = run({"table", negative, "--algo", "sparse", "-o", folder / "t.csv"});
    CHECK(sparse.code == 2);
    CHECK(has(sparse.err, "--algo auto solves for rows"));
    const Outcome cycle = run({"table", graph, "-o", folder / "t.csv"});
    CHECK(cycle.code == 5);
    CHECK(has(cycle.err, "Bern"));
    const std::string nobody = folder.write("nobody.txt", "Basel\nOlten\n");
    const Outcome outcome = run({"table", graph, "--targets", nobody, "-o", folder / "t.csv"});
    CHECK(outcome.code == 4);
    CHECK(has(outcome.err, "Olten"));
}

}  // namespace apsp::cli_test

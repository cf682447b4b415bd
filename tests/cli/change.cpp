// apsp-ocl change: saved distances and predecessors are updated with their graph.
#include "apsp/apsp.hpp"
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// The towns and their solved distances and predecessors.
struct Towns {
    TemporaryFolder folder;
    std::string graph = folder.write("g.csv", kTowns);
    std::string d = folder / "d.npy", p = folder / "p.npy";

    explicit Towns(const std::string& dtype = "f32") {
        solve({"--input", graph, "--device", "cpu", "--dtype", dtype, "--output", d,
               "--paths-output", p});
    }
    Outcome change(const std::string& changes, const Words& more) {
        const std::string file = folder.write("c.csv", changes);
        return run(with({"change", "--graph", graph, "--distances", d, "--changes", file}, more));
    }
    bool proved(const std::string& changed, const std::string& distances,
                const std::string& predecessors) {
        const std::string file = folder.write("changed.csv", changed);
        return run({"verify", "--graph", file, "--distances", distances, "--predecessors",
                    predecessors})
                   .code == 0;
    }
};

}  // namespace

TEST_CASE("change: arcs are inserted, made longer and removed, by their labels") {
    Towns towns;
    const std::string d2 = towns.folder / "d2.npy", p2 = towns.folder / "p2.npy";
    const Outcome outcome =
        towns.change("source,target,weight\nThun,Brig,30\nChur,Bern,\n\"Brig\",Chur, 4\n",
                     {"--predecessors", towns.p, "--output", d2, "--paths-output", p2});
    CHECK(outcome.err.empty());
    CHECK(outcome.code == 0);
    CHECK(has(outcome.out, "changed    3 arcs: "));
    CHECK(towns.proved("Bern,Thun,2\nThun,Brig,30\nBern,Brig,9\nBrig,Chur,4\n", d2, p2));
    const Matrix d = read_matrix(d2);
    CHECK(d.at(0, 2) == 9);
    CHECK(d.at(0, 3) == 13);
    CHECK(d.at(3, 0) == infinity<double>());
}

TEST_CASE("change: in place, from JSON to a file that is proved") {
    Towns towns("i32");
    const Outcome outcome = towns.change(
        "Thun,Brig,inf\nBern,Chur,1\n",
        {"--predecessors", towns.p, "--output", towns.d, "--paths-output", towns.p, "--json"});
    REQUIRE(outcome.code == 0);
    const Json report = Json::parse(outcome.out);
    CHECK(report["n"] == 4);
    CHECK(report["changes"] == 2);
    CHECK(report["dtype"] == "i32");
    CHECK(report["solved"] == false);
    CHECK(report["recomputed"] > 0);
    CHECK(report["rows"] > 0);
    CHECK(towns.proved("Bern,Thun,2\nBern,Brig,9\nChur,Bern,1\nBern,Chur,1\n", towns.d, towns.p));
}

TEST_CASE("change: each line leads both ways, or is turned round, as the graph's do") {
    const TemporaryFolder folder;
    const std::string d = folder / "d.npy", graph = folder.write("g.csv", kTowns),
                      changes = folder.write("c.csv", "Bern,Brig,1\n");
    for (const std::string way : {"--undirected", "--transpose"}) {
        solve({"--input", graph, way, "--device", "cpu", "--output", d});
        const Outcome outcome = run({"change", "--graph", graph, way, "--distances", d, "--changes",
                                     changes, "--output", d});
        CHECK(outcome.code == 0);
        const std::string changed =
            folder.write("changed.csv", "Bern,Thun,2\nThun,Brig,3\nBern,Brig,1\nChur,Bern,1\n");
        CHECK(run({"verify", "--graph", changed, way, "--distances", d}).code == 0);
    }
}

TEST_CASE("change: a negative cycle is refused by its labels, and no file is written") {
    Towns towns;
    const std::string before = content_of(towns.d);
    const Outcome outcome = towns.change("Brig,Chur,-7\n", {"--output", towns.d});
    CHECK(outcome.code == 5);
    CHECK(has(outcome.err, "negative cycle of 4 arcs and weight -1"));
    CHECK(has(outcome.err, "Chur -> "));
    CHECK(content_of(towns.d) == before);
}

TEST_CASE("change: weights are numbers like those of graphs") {
    Towns towns("f64");
    const std::string d2 = towns.folder / "d2.npy";
    const Outcome outcome =
        towns.change("Thun,Brig,+1\nBern,Chur,1e-400\nChur,Thun,Inf\n", {"--output", d2});
    CHECK(outcome.code == 0);
    CHECK(has(outcome.err, "c.csv: line 2: 1e-400 is rounded to 0"));
    const Matrix d = read_matrix(d2);
    CHECK(d.at(0, 2) == 3);
    CHECK(d.at(0, 3) == 0);
    // Where semicolons separate columns, a comma is the decimal point.
    CHECK(towns.change("Thun;Brig;1,5\n", {"--output", d2}).code == 0);
    CHECK(read_matrix(d2).at(0, 2) == 3.5);
}

TEST_CASE("change: what cannot be read is named with its line") {
    Towns towns;
    const std::string out = towns.folder / "d2.npy";
    const auto refused = [&](const std::string& changes, const std::string& words) {
        const Outcome outcome = towns.change(changes, {"--output", out});
        CHECK(outcome.code == 4);
        CHECK_MESSAGE(has(outcome.err, words), outcome.err);
        CHECK(!std::filesystem::exists(out));
    };
    refused("Bern,Thun,1\nBern,Genf,1\n", "c.csv:2: expected a vertex of ");
    refused("Bern,Thun,1\nBern,Thun,1,2\n", "c.csv:2: expected the end of the line");
    for (const char* without : {"Bern,Thun\n", "Bern Thun\n", "Bern\tThun\n"}) {
        refused(without, "c.csv:1: expected a weight, found the end of the line");
    }
    refused("Bern,Thun,nan\n", "expected a weight: a finite number");
    refused("Bern,Thun,9007199254740993\n", "expected a weight: a finite number, an integer of");
    std::string integers = towns.folder / "i.npy";
    const std::string p = towns.folder / "p.csv";
    solve({"--input", towns.graph, "--device", "cpu", "--dtype", "i32", "--output", integers});
    std::swap(towns.d, integers);
    refused("Bern,Thun,1\nBern,Thun,0.5\n", "c.csv:2: the distances are of type i32");
    refused("Bern,Thun,0.5\n", "save the distances as f64");
    const Outcome text = towns.change(
        "Bern,Thun,1\n", {"--output", out, "--predecessors", towns.p, "--paths-output", p});
    CHECK(text.code == 2);
    CHECK(has(text.err, "p.csv: expected a name that ends in .npy"));
    CHECK(run({"change", "--graph", towns.graph}).code == 2);
    CHECK(towns.change("Bern,Thun,1\n", {"--output", out, "--predecessors", towns.p}).code == 2);
    CHECK(has(run({"change", "--help"}).out, "--changes"));
}

TEST_CASE("change: no file is overwritten but its own distances and predecessors") {
    Towns towns;
    const auto refused = [&](const std::string& output, const std::string& paths_output,
                             const std::string& other) {
        const std::string before = content_of(towns.graph) + content_of(towns.p);
        const Outcome outcome = towns.change(
            "Bern,Thun,1\n",
            {"--output", output, "--predecessors", towns.p, "--paths-output", paths_output});
        CHECK(outcome.code == 2);
        CHECK_MESSAGE(has(outcome.err, other + " names the same file"), outcome.err);
        CHECK(content_of(towns.graph) + content_of(towns.p) == before);
    };
    refused(towns.graph, towns.p, "--graph");
    refused(towns.folder / "c.csv", towns.p, "--changes");
    refused(towns.p, towns.folder / "p2.npy", "--predecessors");
    refused(towns.d, towns.d, "--distances");
    refused(towns.folder / "x.npy", towns.folder / "x.npy", "--output");
}

}  // namespace apsp::cli_test

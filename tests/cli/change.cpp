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
    refused("Bern,Thun,0.5\n", "--dtype f64 can");
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

TEST_CASE("change: in another type where the file's is too small, and labels say where") {
    Towns towns("i32");
    const std::string d2 = towns.folder / "d2.npy", p2 = towns.folder / "p2.npy";
    const auto changed = [&](const std::string& changes, const std::string& dtype) {
        return towns.change(changes, {"--predecessors", towns.p, "--output", d2, "--paths-output",
                                      p2, "--dtype", dtype});
    };
    const std::string far = "Bern,Thun,1000000000\nBern,Brig,1000000000\nThun,Chur,1000000000\n";
    const Outcome narrow = towns.change(far, {"--output", d2});
    CHECK(narrow.code == 4);
    CHECK_MESSAGE(has(narrow.err, "the distance Bern -> Chur would become 2000000000; i32"),
                  narrow.err);
    CHECK(has(narrow.err, "use --dtype for a wider type"));
    const Outcome weight = towns.change("Brig,Chur,1500000000\n", {"--output", d2});
    CHECK_MESSAGE(has(weight.err, "changed arc Brig -> Chur: i32 cannot hold the weight"),
                  weight.err);
    CHECK(changed(far, "f64").code == 0);
    CHECK(towns.proved(far + "Thun,Brig,3\nChur,Bern,1\n", d2, p2));
    for (const std::string dtype : {"u8", "i16", "i32", "f32", "f64"}) {
        CAPTURE(dtype);
        CHECK(changed("Thun,Brig,4\n", dtype).code == 0);
        CHECK(towns.proved("Bern,Thun,2\nThun,Brig,4\nBern,Brig,9\nChur,Bern,1\n", d2, p2));
        CHECK(read_matrix(d2).at(3, 2) == 7);
    }
    // Not in a type that does not hold what is there, and f32 not as if it were not rounded.
    CHECK(changed("Thun,Brig,3.5\n", "f64").code == 0);
    const std::string integers = std::exchange(towns.d, d2);
    CHECK(has(changed(far, "i32").err, "i32 does not hold the distance 5.5"));
    solve({"--input", towns.graph, "--device", "cpu", "--dtype", "f32", "--output", towns.d});
    CHECK(has(changed(far, "f64").err, "distances of f32 are rounded"));
}

TEST_CASE("change: text of few digits that f64 wrote is f64's if one says so") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", "a,b,1e30\nb,c,1e30\nc,c,0\n"),
                      changes = folder.write("c.csv", "a,c,5e39\nb,c,5e39\n"), d = folder / "d.csv",
                      d2 = folder / "d2.csv";
    CHECK(run({"--input", graph, "--device", "cpu", "--dtype", "f64", "--output", d}).code == 0);
    const Words words = {"change", "--graph",  graph, "--distances", d, "--changes",
                         changes,  "--output", d2};
    CHECK(has(run(words).err, "f32 cannot hold the weight 5e+39; use --dtype for another type"));
    CHECK(run(with(words, {"--dtype", "f64"})).code == 0);
    const Matrix after = read_matrix(d2);
    CHECK(after.at(0, 1) == 1e30);
    CHECK(after.at(0, 2) == 5e39);
    CHECK(after.at(2, 0) == infinity<double>());
}

TEST_CASE("change: text that f32 may have rounded is not taken for f64") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", "a,b,16777216.5\nb,c,1.5\nc,d,1\n"),
                      changes = folder.write("c.csv", "c,d,inf\n"), d = folder / "d.csv",
                      p = folder / "p.npy", d2 = folder / "d2.csv";
    const auto change = [&](const Words& more) {
        return run(with(
            {"change", "--graph", graph, "--distances", d, "--changes", changes, "--output", d2},
            more));
    };
    const auto verify = [&](const std::string& its_graph, const std::string& distances) {
        return run({"verify", "--graph", its_graph, "--distances", distances});
    };
    solve({"--input", graph, "--device", "cpu", "--output", d, "--paths-output", p});
    const Outcome refused = change({});
    CHECK(refused.code == 4);
    CHECK_MESSAGE(has(refused.err, "if f32 wrote them, use --dtype f32, otherwise f64"),
                  refused.err);
    CHECK(change({"--dtype", "f32"}).code == 0);
    const Matrix after = read_matrix(d2);
    CHECK(after.at(0, 3) == infinity<double>());
    CHECK(after.at(0, 2) > 16777217);
    CHECK(verify(folder.write("g2.csv", "a,b,16777216.5\nb,c,1.5\nd,d,1\n"), d2).code != 4);

    // What f32 makes right is right, and a note tells it. What neither makes right is wrong.
    const Outcome right = verify(graph, d);
    CHECK(right.code == 0);
    CHECK(has(right.out, "d.csv: f32"));
    CHECK_MESSAGE(has(right.err,
                      "d.csv: right if f32 wrote these numbers, but wrong if f64 did: "
                      "distance a -> b is 16777216"),
                  right.err);
    const Outcome path = run({"path", "--graph", graph, "--distances", d, "--predecessors", p,
                              "--from", "a", "--to", "d"});
    CHECK(path.code == 0);
    const std::string wrong = folder.write(
        "w.csv", "0,16777216,16777218,16777229\ninf,0,1.5,2.5\ninf,inf,0,1\ninf,inf,inf,0\n");
    CHECK(verify(graph, wrong).code == 7);

    // Where f32 rounds nothing, it does not matter who wrote it: f64 holds all that may follow.
    const std::string halves = folder.write("h.csv", "a,b,1.5\nb,c,2.5\n");
    solve({"--input", halves, "--device", "cpu", "--output", d});
    const std::string third = folder.write("t.csv", "b,c,0.1\n");
    const Outcome exact =
        run({"change", "--graph", halves, "--distances", d, "--changes", third, "--output", d2});
    CHECK(exact.code == 0);
    CHECK(has(exact.out, "f64"));
    CHECK(content_of(d2).starts_with("0,1.5,1.6\n"));
}

}  // namespace apsp::cli_test

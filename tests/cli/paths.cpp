// --paths and --paths-output: predecessors of a solve, as `verify` and `path` find them.
#include "apsp/apsp.hpp"
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// Bern -> Thun -> Brig of weight 2 + 3 beats Bern -> Brig of 9; Chur is not reached.

}  // namespace

TEST_CASE("paths: what --paths-output wrote is proved right, and followed") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", kTowns);
    const std::string d = folder / "d.npy", p = folder / "p.npy";
    for (const std::string& device : device_indices()) {
        const Json report = solve(
            {"--input", graph, "--device", device, "--output", d, "--paths-output", p, "--verify"});
        CHECK(report["verified"] == true);
        CHECK(report["seconds"]["paths"] > 0);
        const Matrix predecessors = read_predecessors(p);
        CHECK(predecessors.dtype() == Dtype::i32);
        const std::vector<double> expected = {-1, 0,  1,  -1, -1, -1, 1, -1,
                                              -1, -1, -1, -1, 3,  0,  1, -1};
        for (std::size_t k = 0; k < 16; ++k) CHECK(predecessors.at(k / 4, k % 4) == expected[k]);
        const Outcome proof =
            run({"verify", "--graph", graph, "--distances", d, "--predecessors", p});
        CHECK(proof.code == 0);
        const Outcome path = run({"path", "--graph", graph, "--from", "Chur", "--to", "Brig",
                                  "--distances", d, "--predecessors", p});
        CHECK(has(path.out, "sum        6 in 3 arcs"));
        std::filesystem::remove(p);
    }
}

TEST_CASE("paths: of a graph, searched for, one or all") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.csv", "a,b,1\na,c,1\nb,d,1\nc,d,1\nd,e,2\na,e,9\n");
    const Words pair = {"path", "--graph", graph, "--from", "a", "--to", "e"};
    CHECK(run(pair).out ==
          "arc        a -> b  1\narc        b -> d  1\narc        d -> e  2\n"
          "sum        4 in 3 arcs\n");
    CHECK(run(with(pair, {"--all"})).out ==
          "sum        4\npaths      2\npath       a -> b -> d -> e\n"
          "path       a -> c -> d -> e\n");
    CHECK(run(with(pair, {"--all", "--limit", "1"})).out ==
          "sum        4\npaths      2\npath       a -> b -> d -> e\n");
    const Json all = Json::parse(run(with(pair, {"--all", "--json"})).out);
    CHECK(all["count"] == 2);
    CHECK(all["sum"] == 4);
    CHECK(all["paths"] == Json{{"a", "b", "d", "e"}, {"a", "c", "d", "e"}});
    const Words back = {"path", "--graph", graph, "--from", "e", "--to", "a"};
    CHECK(run(back).out == "no path from e to a\n");
    CHECK(run(with(back, {"--all"})).out == "no path from e to a\n");
    CHECK(Json::parse(run(with(back, {"--all", "--json"})).out)["count"] == 0);
    CHECK(has(run({"path", "--from", "a", "--to", "b"}).err, "needs --graph, or --distances"));
    CHECK(has(run({"path", "--from", "0", "--to", "1", "--distances", "d.npy"}).err,
              "--predecessors"));
    CHECK(has(run(with(pair, {"--all", "--distances", "d.npy"})).err, "--distances"));
    const std::string free = folder.write("free.csv", "a,b,0\nb,a,0\n");
    CHECK(has(run({"path", "--graph", free, "--from", "a", "--to", "b"}).err,
              "a cycle of 2 arcs and weight 0: "));
}

TEST_CASE("paths: of generated graphs, with every algorithm, they are right") {
    for (const std::string& device : device_indices()) {
        for (const std::string algorithm : {"kleene", "rkleene", "fw"}) {
            for (const std::string graph : {"300,1,2", "300,0.02,5"}) {
                const Json report = solve({"--random", graph, "--algo", algorithm, "--device",
                                           device, "--paths", "--verify"});
                CHECK(report["verified"] == true);
                CHECK(report["seconds"]["paths"] > 0);
            }
        }
    }
}

TEST_CASE("paths: the text says how long they took, what checked them and where they are") {
    const TemporaryFolder folder;
    const std::string file = folder / "p.npy";
    const Outcome outcome =
        run({"--random", "50", "--device", "cpu", "--verify", "--paths-output", file});
    CHECK(outcome.code == 0);
    CHECK(has(outcome.out, ", paths 0."));
    CHECK(has(outcome.out, "50 of 50 rows, with predecessors)"));
    CHECK(has(outcome.out, "written    " + file));
    const std::string without = run({"--random", "50", "--device", "cpu", "--verify"}).out;
    CHECK(!has(without, "paths"));
    CHECK(!has(without, "predecessors"));
}

TEST_CASE("paths: other semirings, and files that are not .npy, are refused before the solve") {
    const TemporaryFolder folder;
    const Outcome semiring =
        run({"--random", "50", "--device", "cpu", "--paths", "--semiring", "max-min"});
    CHECK(semiring.code == 2);
    CHECK(has(semiring.err, "min-plus only, not over max-min"));
    const Outcome text =
        run({"--random", "50", "--device", "cpu", "--paths-output", folder / "p.csv"});
    CHECK(text.code == 2);
    CHECK(has(text.err, "expected a name that ends in .npy"));
    CHECK(run({"--random", "50", "--paths-output", folder / "no/p.npy"}).code == 2);
    CHECK(folder.files().empty());
}

}  // namespace apsp::cli_test

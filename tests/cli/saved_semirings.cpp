// solve and verify over other semirings than min-plus, through files with parallel arcs.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// Two arcs 0 -> 1: the one that counts also decides the distance 0 -> 2.
constexpr const char* kMatrixFile =
    "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 0.25\n1 2 0.5\n2 3 0.5\n";

}  // namespace

TEST_CASE("semirings: of parallel arcs the better one counts") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.mtx", kMatrixFile);
    for (const std::string& device : device_indices()) {
        const auto sum = [&](const std::string& semiring) {
            const Json report =
                solve({"--input", graph, "--semiring", semiring, "--verify", "--device", device});
            CHECK(report["verified"] == true);
            return report["result"]["sum"].get<double>();
        };
        CHECK(sum("min-plus") == 0.25 + 0.5 + 0.75);
        CHECK(sum("max-min") == 0.5 + 0.5 + 0.5);
        CHECK(sum("min-max") == 0.25 + 0.5 + 0.5);
        CHECK(sum("max-times") == 0.5 + 0.5 + 0.25);
    }
}

TEST_CASE("verify --semiring: what solve saved is right, and right over that semiring only") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.mtx", kMatrixFile);
    const std::string file = folder / "d.npy";
    const auto verify = [&](const std::string& semiring) {
        return run({"verify", "--graph", graph, "--distances", file, "--semiring", semiring});
    };
    for (const std::string semiring : {"max-min", "min-max", "max-times", "or-and"}) {
        CAPTURE(semiring);
        solve({"--input", graph, "--semiring", semiring, "--device", "cpu", "--output", file});
        const Outcome right = verify(semiring);
        CHECK(right.code == 0);
        CHECK(has(right.out, "3 of 3 rows"));
        CHECK(verify("min-plus").code == 7);
    }
    CHECK(verify("max-min").code == 7);
    const std::string integers = folder.write("g.gr", "p sp 3 3\na 1 2 3\na 1 2 9\na 2 3 300\n");
    solve({"--input", integers, "--semiring", "max-min", "--device", "cpu", "--output", file});
    CHECK(run({"verify", "--graph", integers, "--distances", file, "--semiring", "max-min"}).code ==
          0);
    CHECK(verify("most").code == 2);
    CHECK(run({"verify", "--graph", graph, "--distances", file, "--predecessors", file,
               "--semiring", "max-min"})
              .code == 2);
}

TEST_CASE("semirings: text has inf and -inf in every type, and verify reads them") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("g.gr", "p sp 3 2\na 1 2 3\na 2 2 1\n");
    for (const std::string dtype : {"u8", "i16", "i32", "f32", "f64"}) {
        CAPTURE(dtype);
        const auto written = [&](const std::string& semiring, const std::string& name) {
            const std::string file = folder / name;
            solve({"--input", graph, "--semiring", semiring, "--device", "cpu", "--dtype", dtype,
                   "--output", file});
            return content_of(file);
        };
        CHECK(written("min-max", "d.csv") == "-inf,3,inf\ninf,-inf,inf\ninf,inf,-inf\n");
        CHECK(written("max-min", "w.tsv") == "inf\t3\t-inf\n-inf\tinf\t-inf\n-inf\t-inf\tinf\n");
        CHECK(has(written("min-max", "d.mtx"), "array real general"));
        for (const std::string of : {"min-max d.csv", "max-min w.tsv"}) {
            const std::string semiring = of.substr(0, 7), file = folder / of.substr(8);
            CHECK(run({"verify", "--graph", graph, "--distances", file, "--semiring", semiring})
                      .code == 0);
        }
    }
}

}  // namespace apsp::cli_test

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

}  // namespace apsp::cli_test

// --algo sparse.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

constexpr const char* kTree =
    "p sp 6 10\na 1 2 3\na 2 1 3\na 2 3 4\na 3 2 4\na 2 4 5\na 4 2 5\na 4 5 1\na 5 4 1\na 4 6 2\n"
    "a 6 4 2\n";

}  // namespace

TEST_CASE("sparse: the same result by fewer relaxations, with what a solve can find beside it") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("tree.gr", kTree);
    const std::vector<std::string> sparse = {"--input", graph, "--algo", "sparse"};
    const Outcome outcome = run(with(sparse, {"--stats", "--paths", "--verify"}));
    CHECK(outcome.code == 0);
    CHECK(has(outcome.out, "algorithm  sparse"));
    CHECK(has(outcome.out, "30 reachable pairs"));
    CHECK(has(outcome.out, " instead of "));
    CHECK(has(outcome.out, "verified   yes"));
    CHECK(run(with(sparse, {"--output", folder / "s.csv"})).code == 0);
    CHECK(run({"--input", graph, "--device", "cpu", "--output", folder / "k.csv"}).code == 0);
    CHECK(content_of(folder / "s.csv") == content_of(folder / "k.csv"));
}

TEST_CASE("sparse: what it does not have is refused") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("tree.gr", kTree);
    const auto refused = [&](const std::vector<std::string>& options, std::string_view why) {
        CAPTURE(why);
        const Outcome outcome = run(with({"--input", graph, "--algo", "sparse"}, options));
        CHECK(outcome.code == 2);
        CHECK(has(outcome.err, why));
    };
    const Outcome other = run({"--input", graph, "--device", opencl_device(), "--algo", "search"});
    CHECK(other.code == 2);
    CHECK(has(other.err, "does not have the algorithm search"));
    refused({"--tile", "64"}, "no tiles or blocks");
    refused({"--devices", "cpu,cpu", "--workspace", folder / "w"}, "one device");
}

TEST_CASE("sparse: several devices make rows") {
    const std::vector<std::string> grid = {"--generate", "grid:40", "--algo", "sparse"};
    const Json one = solve(with(grid, {"--device", "cpu"}));
    for (const std::string& other : {std::string("cpu"), opencl_device()}) {
        const Json several = solve(with(grid, {"--devices", "cpu," + other, "--verify"}));
        CHECK(several["result"] == one["result"]);
        CHECK(several["verified"] == true);
        std::size_t rows = 0;
        for (const Json& share : several["shares"]) rows += share["rows"].get<std::size_t>();
        CHECK(several["shares"].size() == 2);
        CHECK(rows == 1600);
    }
}

TEST_CASE(
    "sparse: a plan says what the solve then does, of more vertices than a matrix has room for") {
    const Outcome plan = run({"--generate", "grid:600", "--device", "cpu", "--stats", "--dry-run"});
    CHECK(plan.code == 0);
    CHECK(has(plan.out, "host    rows of the matrix\n"));
    const Outcome paths =
        run({"--generate", "grid:600", "--device", "cpu", "--paths", "--dry-run"});
    CHECK(paths.code == 6);
}

/// A ring of n vertices in both directions, with some chords.
std::string ring(std::size_t n) {
    std::string text =
        "p sp " + std::to_string(n) + " " + std::to_string(2 * (n + (n + 49) / 50)) + "\n";
    const auto join = [&](std::size_t i, std::size_t j, std::size_t w) {
        for (const auto& [from, to] : {std::pair(i, j), std::pair(j, i)}) {
            text += "a " + std::to_string(from + 1) + " " + std::to_string(to + 1) + " " +
                    std::to_string(w) + "\n";
        }
    };
    for (std::size_t i = 0; i < n; ++i) {
        join(i, (i + 1) % n, 1 + i * 7 % 11);
        if (i % 50 == 0) join(i, (i + 17) % n, 20);
    }
    return text;
}

TEST_CASE("auto: is the default, says what it expected, and takes the algorithm that does least") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("ring.gr", ring(1500));
    const Json chosen = solve({"--input", graph, "--device", "cpu"});
    CHECK(chosen["algorithm"] == "sparse");
    REQUIRE(chosen["estimates"].size() == 3);
    CHECK(chosen["estimates"][0]["algorithm"] == "sparse");
    CHECK(chosen["estimates"][0]["seconds"] < chosen["estimates"][1]["seconds"]);
    const Json planned = solve({"--input", graph, "--device", "cpu", "--dry-run"});
    CHECK(planned["algorithm"] == "sparse");
    CHECK(planned["estimates"] == chosen["estimates"]);
    CHECK(has(run({"--input", graph}).out, "expected   sparse"));
    for (const std::string algorithm : {"kleene", "search"}) {
        const Json other = solve({"--input", graph, "--device", "cpu", "--algo", algorithm});
        CHECK(other["algorithm"] == algorithm);
        CHECK(other["estimates"].is_null());
        CHECK(other["result"] == chosen["result"]);
    }
    // One row of a graph of which kleene would take the least time for all of them.
    const std::vector<std::string> all = {"--random", "2500,0.1", "--device", "cpu", "--dry-run"};
    std::vector<std::string> one = all;
    one.insert(one.end(), {"--rows", "0", "--output", folder / "row.npy"});
    CHECK(solve(all)["algorithm"] == "kleene");
    CHECK(solve(one)["algorithm"] == "search");
    // An option that only dense algorithms have selects one of them.
    CHECK(solve({"--input", graph, "--device", "cpu", "--block", "256"})["algorithm"] == "kleene");
    CHECK(solve({"--random", "600", "--device", "cpu"})["algorithm"] == "kleene");
}

TEST_CASE("by rows: what is written, counted and proved is that of the whole matrix") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("ring.gr", ring(700));
    const std::vector<std::string> dense = {"--input", graph,    "--device",
                                            "cpu",     "--algo", "kleene"};
    const Json expected = solve(with(dense, {"--stats", "--output", folder / "k.npy"}));
    CHECK(run(with(dense, {"--output", folder / "k.csv", "--columns", "3,5"})).code == 0);
    for (const std::string algorithm : {"sparse", "search"}) {
        CAPTURE(algorithm);
        const std::vector<std::string> by_rows = {"--input", graph, "--algo", algorithm};
        Json report = solve(with(by_rows, {"--stats", "--verify", "--output", folder / "s.npy"}));
        CHECK(report["result"] == expected["result"]);
        CHECK(report["verified"] == true);
        CHECK(report["verification"]["rows_checked"] == 700);
        for (const std::string member : {"diameter", "radius", "centre", "components"}) {
            CHECK(report["stats"][member] == expected["stats"][member]);
        }
        CHECK(content_of(folder / "s.npy") == content_of(folder / "k.npy"));
        CHECK(run(with(by_rows, {"--output", folder / "s.csv", "--columns", "3,5"})).code == 0);
        CHECK(content_of(folder / "s.csv") == content_of(folder / "k.csv"));
        const Json some =
            solve(with(by_rows, {"--rows", "1,700,4", "--verify", "--output", folder / "r.npy"}));
        CHECK(some["verification"]["rows_checked"] == 3);
        CHECK(some["result"]["reachable_pairs"] == 3 * 699);
    }
}

TEST_CASE("by rows: a matrix that memory does not hold is none where none is asked for") {
    const TemporaryFolder folder;
    std::string text = "p sp 3000000 2\na 1 2 3\na 2 3000000 4\n";
    const std::string graph = folder.write("huge.gr", text);
    for (const std::string algorithm : {"sparse", "search"}) {
        CAPTURE(algorithm);
        const std::vector<std::string> rows = {"--input", graph, "--algo",   algorithm,
                                               "--rows",  "1,2", "--output", folder / "r.npy"};
        const Json report = solve(with(rows, {"--verify"}));
        CHECK(report["result"]["reachable_pairs"] == 3);
        CHECK(report["result"]["sum"] == 3 + 7 + 4);
        CHECK(report["verified"] == true);
    }
    const Outcome refused = run({"--input", graph, "--algo", "sparse", "--paths"});
    CHECK(refused.code == 6);
    CHECK(has(refused.err, "n = 3000000"));
}

}  // namespace apsp::cli_test

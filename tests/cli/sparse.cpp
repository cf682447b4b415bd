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
    refused({"--device", opencl_device()}, "does not have the algorithm sparse");
    refused({"--tile", "64"}, "without workspace, tiles or blocks");
    refused({"--devices", "cpu,cpu"}, "one device");
    refused({"--workspace", folder / "w"}, "one device");
}

}  // namespace apsp::cli_test

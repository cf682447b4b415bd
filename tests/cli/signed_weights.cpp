// Signed weights of very different sizes: a negative cycle is never missed, and for a type that
// does not suffice the solve is refused or says what is lost.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// Arcs 1 -> 2 and back, beside an arc that is far longer.
std::string beside_large(const char* forth, const char* back, const char* large) {
    return std::string("1 2 ") + forth + "\n2 1 " + back + "\n1 3 " + large + "\n";
}

}  // namespace

TEST_CASE("signed weights: large ones elsewhere hide no negative cycle") {
    const TemporaryFolder folder;
    for (const auto& [forth, back, large] :
         {std::tuple{"0.1", "-0.3", "1e16"}, std::tuple{"1", "-3", "9000000000000000"},
          std::tuple{"1e-300", "-2e-300", "1e300"}}) {
        const std::string input = folder.write("cycle.txt", beside_large(forth, back, large));
        CAPTURE(input);
        const Outcome outcome = run({"--input", input, "--device", "cpu", "--verify"});
        CHECK(outcome.code == 5);
        CHECK(has(outcome.err, "negative cycle of 2 arcs"));
    }
}

TEST_CASE("signed weights: cycles that are nearly 0, but not negative, are solved") {
    const TemporaryFolder folder;
    const std::string input = folder.write("cycle.txt", beside_large("0.3", "-0.3", "1e16"));
    const Json report = solve({"--input", input, "--device", "cpu", "--verify"});
    CHECK(report["verified"] == true);
    CHECK(report["dtype"] == "f64");
    CHECK(report["result"]["reachable_pairs"] == 4);
}

TEST_CASE("signed weights: a small distance beside a large negative weight") {
    const TemporaryFolder folder;
    // d(u, v) is 0.9, however long the other way to v is; its cost under potentials is 1e8.
    const std::string input =
        folder.write("beside.csv", "source,target,weight\nx,v,-1e8\nu,v,0.9\n");
    const std::string output = folder / "d.csv";
    for (const std::string type : {"auto", "f64", "f32"}) {
        CAPTURE(type);
        Words words = {"--input", input, "--device", "cpu", "--verify", "--output", output};
        if (type != "auto") words.insert(words.end(), {"--dtype", type});
        CHECK(solve(words)["verified"] == true);
        CHECK(has(content_of(output), "0.9"));
    }
}

TEST_CASE("signed weights: what no type holds is refused, and what one loses is said") {
    const TemporaryFolder folder;
    const auto outcome_of = [&](const std::string& arcs, const Words& more = {}) {
        Words words = {"--input", folder.write("g.txt", arcs), "--device", "cpu", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    };
    const Outcome overflow = outcome_of("1 2 1e308\n2 3 1e308\n");
    CHECK(overflow.code == 4);
    CHECK(has(overflow.err, "scale the weights"));
    for (const std::string weight : {"16777217", "-16777217"}) {
        const Outcome rounded = outcome_of("1 2 " + weight + "\n", {"--dtype", "f32"});
        CHECK(has(rounded.err, "rounded in f32"));
        CHECK(Json::parse(rounded.out)["losses"]["weights_rounded"] == true);
    }
    const Outcome small = outcome_of("1 2 1e-46\n2 3 1\n", {"--dtype", "f32"});
    CHECK(has(small.err, "--dtype f64 holds them"));
    CHECK(Json::parse(small.out)["losses"]["weights_underflow"] == true);
    CHECK(Json::parse(outcome_of("1 2 1e-46\n2 3 1\n").out)["dtype"] == "f64");
    const std::string chain = "1 2 1e-200\n2 3 1e-200\n";
    const Outcome products = outcome_of(chain, {"--semiring", "max-times"});
    CHECK(has(products.err, "products nearer to 0 than 2.2e-308 lose digits in f64"));
    CHECK(Json::parse(products.out)["losses"]["products_underflow"] == true);
    CHECK(Json::parse(outcome_of(chain).out)["losses"]["products_underflow"] == false);
}

}  // namespace apsp::cli_test

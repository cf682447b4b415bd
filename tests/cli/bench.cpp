// apsp-ocl bench: shares of the device's limit, what takes time beside computing, and thresholds.
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

std::vector<std::string> words_for(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"bench", "-d", "cpu", "--sizes", "100,150", "--repeat", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("bench: a row for each size, algorithm and block, with shares of the limit") {
    const TemporaryFolder folder;
    const Outcome table = run(words_for({"--algos", "kleene,fw", "--paths"}));
    CHECK(table.code == 0);
    for (const std::string head : {"limit ", "input ", " semiring ", " algo ", " block ", " ms ",
                                   " G/s ", " of limit [least most] ", " work ", " upload s ",
                                   " down s ", " paths s ", " verified"}) {
        CHECK(has(table.out, head));
    }
    const Outcome outcome =
        run(words_for({"--inputs", "undirected", "--no-symmetric", "--blocks", "default,128",
                       "--paths", "-o", folder / "r.json", "--json"}));
    REQUIRE(outcome.code == 0);
    CHECK(outcome.out == content_of(folder / "r.json"));
    const Json rows = Json::parse(outcome.out)["rows"];
    REQUIRE(rows.size() == 4);
    for (const Json& row : rows) {
        CAPTURE(row.dump());
        CHECK(row["verified"] == true);
        CHECK(row["symmetric"] == false);
        CHECK(row["paths"] == true);
        CHECK(row["seconds"]["paths"]["median"] > 0);
        CHECK(row["share_of_limit"]["median"] > 0);
    }
    CHECK(rows[1]["block"] == 128);
    CHECK(rows[1]["configuration"]["block"] == 128);
}

TEST_CASE("bench: rates and shares below what was asked for are exit 1") {
    CHECK(run(words_for({"--at-least", "1e-6", "--at-least-share", "1e-9"})).code == 0);
    CHECK(run(words_for({"--at-least", "1e9"})).code == 1);
    CHECK(run(words_for({"--at-least-share", "1e9"})).code == 1);
    CHECK(run(words_for({"--at-least", "much"})).code == 2);
    const Outcome nothing = run(words_for({"--algos", "fw", "--tiles", "64", "--at-least", "1"}));
    CHECK(nothing.code == 2);
    CHECK(has(nothing.err, "nothing is left to measure"));
    CHECK(run({"bench", "nonsense"}).code == 2);
}

}  // namespace apsp::cli_test

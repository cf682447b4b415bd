// apsp-ocl compare: needs a card that OpenCL and CUDA both reach, and says so where there is none.
#include <algorithm>
#include <set>

#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// Whether two backends reach the same card.
bool some_card_has_both() {
    std::map<Json, std::set<Json>> backends;
    for (const Json& device : devices().at("devices")) {
        backends[device.at("card")].insert(device["backend"]);
    }
    return std::ranges::any_of(backends, [](const auto& card) { return card.second.size() > 1; });
}

}  // namespace

TEST_CASE("compare: a device that only one backend reaches is exit 3, with the reason") {
    const Outcome outcome = run({"compare", "--device", "cpu"});
    CHECK(outcome.code == 3);
    CHECK(has(outcome.err, "no opencl row"));
    CHECK(outcome.out == "");
}

TEST_CASE("compare: both rows of a card, verified, where there is one") {
    const Outcome outcome =
        run({"compare", "--sizes", "300", "--dtypes", "f32,i16", "--repeat", "2", "--json"});
    if (!some_card_has_both()) {
        CHECK(outcome.code == 3);
        CHECK(has(outcome.err, "row to compare with"));
        return skipped("compare: no card with OpenCL and CUDA");
    }
    REQUIRE(outcome.code == 0);
    const Json rows = Json::parse(outcome.out)["rows"];
    REQUIRE(rows.size() == 4);
    for (const Json& row : rows) {
        CHECK(row["verified"] == true);
        CHECK(row["seconds"].size() == 2);
    }
}

TEST_CASE("compare: wrong arguments are exit 2") {
    CHECK(run({"compare", "nonsense"}).code == 2);
}

}  // namespace apsp::cli_test

// apsp-ocl compare: needs a card that OpenCL and CUDA both reach, and says so where there is none.
#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("compare: a device that only one backend reaches is exit 3, with the reason") {
    const Outcome outcome = run({"compare", "--device", "cpu"});
    CHECK(outcome.code == 3);
    CHECK(has(outcome.err, "no opencl row"));
    CHECK(outcome.out == "");
}

TEST_CASE("compare: both rows of a card, verified, where there is one") {
    const Outcome outcome =
        run({"compare", "--sizes", "300", "--dtypes", "f32,i16", "--repeat", "2", "--json"});
    if (outcome.code == 3) {
        MESSAGE("no card with OpenCL and CUDA here: compare was not run");
        CHECK(has(outcome.err, "row to compare with"));
        return;
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

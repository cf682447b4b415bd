// apsp-ocl compare: it needs a card that both OpenCL and CUDA reach, and says so if there is none.
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
    CHECK(has(outcome.err, "no opencl counterpart"));
    CHECK(outcome.out == "");
    CHECK(!has(run({"compare", "--device", "best", "--sizes", "64", "--repeat", "1"}).err,
               "no device matches"));
}

TEST_CASE("compare: both rows of a card, verified, where there is one") {
    const Outcome outcome =
        run({"compare", "--sizes", "300", "--dtypes", "f32,i16", "--repeat", "2", "--json"});
    if (!some_card_has_both()) {
        CHECK(outcome.code == 3);
        CHECK(has(outcome.err, "counterpart to compare with"));
        return skipped("compare: no card with OpenCL and CUDA");
    }
    REQUIRE(outcome.code == 0);
    const Json rows = Json::parse(outcome.out)["rows"];
    REQUIRE(rows.size() == 4);
    for (const Json& row : rows) {
        CHECK(row["verified"] == true);
        CHECK(row["seconds"]["compute"]["runs"].size() == 2);
    }
    CHECK(rows[0]["device"].get<std::string>().starts_with("opencl:"));
    CHECK(rows[1]["device"].get<std::string>().starts_with("cuda:"));
}

TEST_CASE("compare: devices of one's choice, in turns, with the ratio to the first") {
    const std::vector<std::string> words = {"compare", "--devices", opencl_device() + ",cpu",
                                            "--sizes", "200",       "--dtypes",
                                            "f32,i16", "--repeat",  "2"};
    const Outcome table = run(words);
    CHECK(table.code == 0);
    for (const std::string head : {" ms ", " G/s ", " of limit ", " ratio"}) {
        CHECK(has(table.out, head));
    }
    auto with_json = words;
    with_json.push_back("--json");
    const Json rows = Json::parse(run(with_json).out)["rows"];
    REQUIRE(rows.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(rows[i].dump());
        CHECK(rows[i]["verified"] == true);
        CHECK(rows[i]["result"] == rows[i - i % 2]["result"]);
        const double own = rows[i]["seconds"]["compute"]["median"];
        const double first = rows[i - i % 2]["seconds"]["compute"]["median"];
        CHECK(rows[i]["time_to_first"] == doctest::Approx(own / first));
    }
    CHECK(rows[0]["input"] == "squares:200,1");
    CHECK(rows[2]["input"] == "random:200,0.08,1");  // squares do not fit 16 bits
}

TEST_CASE("compare: wrong arguments are exit 2") {
    CHECK(run({"compare", "nonsense"}).code == 2);
}

}  // namespace apsp::cli_test

// Suggestions for words that are not known.
#include "base/nearest.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "temporary_folder.hpp"

namespace apsp {

TEST_CASE("nearest: one letter more, less, other, or two swapped") {
    const std::vector<std::string> known = {"input", "output", "algo", "n", "undirected"};
    for (const std::string word : {"outputt", "utput", "outpat", "ouptut", "OUTPUT", "otuput"}) {
        CAPTURE(word);
        CHECK(nearest(word, known) == "output");
    }
    CHECK(nearest("undriceted", known) == "undirected");
    CHECK(nearest("inptu", known) == "input");
    CHECK(nearest("x", known) == "");
    CHECK(nearest("", known) == "");
    CHECK(nearest("symmetric", known) == "");
    CHECK(nearest("output", {}) == "");
}

TEST_CASE("nearest: of several, the one with fewest errors") {
    const std::vector<std::string> known = {"kleene", "rkleene"};
    CHECK(nearest("rkleen", known) == "rkleene");
    CHECK(nearest("kleen", known) == "kleene");
    CHECK(did_you_mean("kleen", known) == "; did you mean kleene?");
    CHECK(did_you_mean("search", known) == "");
}

TEST_CASE("nearest: files of the same folder, by the path as it was given") {
    const test::TemporaryFolder folder;
    folder.write("city.gr", "");
    folder.write("roads.csv", "");
    CHECK(did_you_mean_file(folder / "ciyt.gr") == "; did you mean " + (folder / "city.gr") + "?");
    CHECK(did_you_mean_file(folder / "else.mtx") == "");
    CHECK(did_you_mean_file(folder.path() / "none" / "city.gr") == "");
    CHECK(did_you_mean_file("") == "");
}

}  // namespace apsp

// apsp-ocl page; tests/page opens its pages in a browser.
#include "cli/program.hpp"

namespace apsp::cli_test {

TEST_CASE("page: figures of --stats, in the file's names, and a map where there are coordinates") {
    const TemporaryFolder folder;
    const std::string file = folder.write("towns.csv", "Bern,Thun,2\nThun,Brig,3\n");
    const std::string page = folder / "page.html";
    for (const std::string& device : device_indices()) {
        const Outcome done = run({"page", file, "--undirected", "--unit", "min", "--harmonic", "-o",
                                  page, "--device", device});
        CHECK(done.code == 0);
        CHECK(has(done.out, "diameter 5, radius 3, mean 3.33333333"));
        const std::string text = content_of(page);
        CHECK(has(text, "<td>5 min</td>"));
        CHECK(has(text, "From the centre, Thun, every vertex is at most 3 min away."));
        CHECK(has(text, "Global efficiency"));
        CHECK(!has(text, "id=\"map\""));
    }
    const std::string places = folder.write("places.csv", "Bern,7.4,46.9\nThun,7.6,46.8\n");
    const Outcome refused = run({"page", file, "--coordinates", places, "-o", page});
    CHECK(refused.code == 4);
    CHECK(has(refused.err, "none for 'Brig'"));
    const std::string square = folder.write("square.tsp",
                                            "NAME: square\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\n"
                                            "NODE_COORD_SECTION\n1 0 0\n2 3 0\n3 3 4\nEOF\n");
    const std::string out = run({"page", square, "-o", "-", "--quiet"}).out;
    CHECK(out.starts_with("<!DOCTYPE html>"));
    CHECK(has(out, "id=\"map\""));
    CHECK(has(out, "<td>5</td>"));
}

TEST_CASE("page: refuses before it solves") {
    const TemporaryFolder folder;
    const std::string file = folder.write("small.gr", kSmallGraph);
    CHECK(run({"page", file, "-o", folder / "no/page.html"}).code == 2);
    CHECK(run({"page", file, "--coordinates", folder / "none.co"}).code != 0);
    const std::string cycle = folder.write("cycle.csv", "a,b,1\nb,a,-2\n");
    const std::string page = folder / "page.html";
    const Outcome negative = run({"page", cycle, "-o", page});
    CHECK(negative.code == 5);
    CHECK(has(negative.err, "negative cycle"));
    CHECK(!std::filesystem::exists(page));
}

}  // namespace apsp::cli_test

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

TEST_CASE("page: beside a solve, the same page, and what else was asked for") {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("towns.csv", "Bern,Thun,31\nThun,Brig,10\nBern,Olten,34\n");
    const std::string places =
        folder.write("places.csv", "Bern,7,4\nThun,7,5\nBrig,8,6\nOlten,7,3\n");
    const std::string alone = folder / "alone.html", beside = folder / "beside.html";
    const std::vector<std::string> how = {"--undirected",  "--unit",        "min",
                                          "--betweenness", "--coordinates", places};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.end(), how.begin(), how.end());
        return run(words);
    };
    CHECK(with({"page", file, "-o", alone}).code == 0);
    const Outcome done = with({file, "-o", folder / "d.csv", "--page", beside});
    CHECK(done.code == 0);
    CHECK(has(done.out, "written    " + beside));
    CHECK(!has(done.out, "histogram"));
    CHECK(content_of(folder / "d.csv").starts_with("0,31,41,34\n"));
    CHECK(content_of(alone) == content_of(beside));
    CHECK(has(content_of(alone), "<th scope=\"row\">betweenness</th>"));

    CHECK(has(with({file, "--page", beside, "--histogram", "auto"}).out, "histogram"));
    const Outcome bins = with({file, "--page", beside, "--histogram", "20:60:20"});
    CHECK(has(bins.out, "up to 40: 4 pairs"));
    CHECK(has(content_of(beside), "up to 40 min</th><td class=\"number\">4</td>"));
    CHECK(run({file, "--unit", "min"}).code == 2);
    const Outcome lone = run({file, "--coordinates", places});
    CHECK(lone.code == 2);
    CHECK(has(lone.err, "--coordinates needs --page or --stats-output"));
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

// Messages that suggest what was probably meant, and a file named without an option.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

/// The message of a run, in the folder or elsewhere, that must exit with this code.
std::string refused(int code, const Words& arguments) {
    const Outcome outcome = run(arguments);
    const std::string line = command_line(arguments);
    CAPTURE(line);
    CHECK(outcome.code == code);
    CHECK(outcome.out == "");
    return outcome.err;
}

}  // namespace

TEST_CASE("suggestions: options") {
    CHECK(refused(2, {"--ouput", "d.npy"}) ==
          "apsp-ocl: unknown option --ouput; did you mean --output?\n");
    CHECK(refused(2, {"--ouput=d.npy"}) ==
          "apsp-ocl: unknown option --ouput; did you mean --output?\n");
    CHECK(refused(2, {"verify", "--grpah", "g.gr"}) ==
          "apsp-ocl: unknown option --grpah; did you mean --graph?\n");
    CHECK(refused(2, {"batch", "--frobnicate"}) ==
          "apsp-ocl: unknown option --frobnicate; see apsp-ocl batch --help\n");
    CHECK(has(refused(2, {"-x"}), "unknown option -x; see apsp-ocl --help"));
}

TEST_CASE("suggestions: commands") {
    CHECK(has(refused(2, {"solv"}), "; did you mean solve?\n"));
    CHECK(has(refused(2, {"verfiy", "--graph", "g.gr"}), "; did you mean verify?\n"));
    CHECK(has(refused(2, {"no-such-command"}), "see apsp-ocl --help"));
}

TEST_CASE("suggestions: names of algorithms, types, semirings and formats") {
    CHECK(has(refused(2, {"--algo", "kleen"}), "; did you mean kleene?\n"));
    CHECK(has(refused(2, {"--dtype", "f23"}), "; did you mean f32?\n"));
    CHECK(has(refused(2, {"--dtype", "F64"}), "; did you mean f64?\n"));
    CHECK(has(refused(2, {"--semiring", "minplus"}), "; did you mean min-plus?\n"));
    CHECK(has(refused(2, {"--input", "x.gr", "--format", "meits"}), "; did you mean metis?\n"));
    CHECK(has(refused(2, {"sweep", "--json", "--device", "cpu", "--algos", "kleene,rkleen"}),
              "unknown name \"rkleen\"; did you mean rkleene?\n"));
    CHECK(!has(refused(2, {"--algo", "dijkstra"}), "did you mean"));
}

TEST_CASE("suggestions: files of the same folder") {
    const TemporaryFolder folder;
    const std::string city = folder.write("city.gr", kSmallGraph);
    CHECK(has(refused(4, {"--input", folder / "ciyt.gr"}), "; did you mean " + city + "?\n"));
    CHECK(has(refused(2, {folder / "ciyt.gr"}), "; did you mean " + city + "?\n"));
    folder.write("distances.npy", "");
    CHECK(has(refused(4, {"verify", "--graph", city, "--distances", folder / "distance.npy"}),
              "; did you mean " + (folder / "distances.npy") + "?\n"));
    CHECK(!has(refused(4, {"--input", folder / "roads.csv"}), "did you mean"));
}

TEST_CASE("solve: a file needs no option") {
    const TemporaryFolder folder;
    const std::string city = folder.write("city.gr", kSmallGraph);
    for (const Words& words : {Words{city}, Words{"solve", city}, Words{"--verify", city},
                               Words{city, "--dtype", "f32"}}) {
        const Json report = solve(with(words, {"--device=cpu"}));
        CHECK(report["graph"]["source"] == city);
    }
    CHECK(has(refused(2, {city, city}), "unexpected argument"));
    CHECK(has(refused(2, {city, "--random", "5"}), "exclude each other"));
}

}  // namespace apsp::cli_test

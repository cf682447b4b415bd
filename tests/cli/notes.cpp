// What the program says on stderr of inputs that may have been meant otherwise.
#include "cli/program.hpp"

namespace apsp::cli_test {

using Words = std::vector<std::string>;

TEST_CASE("notes: a small matrix that is read as a list of arcs, in every command") {
    const TemporaryFolder folder;
    const std::string input = folder.write("m.csv", "0,1,5\n1,0,3\n2,4,0\n");
    const std::string d = folder / "d.npy";
    const std::string p = folder / "p.npy";
    const std::string note = "apsp-ocl: note: " + input +
                             ": 3 lines of 3 numbers are read as a "
                             "list of arcs; a matrix needs --format dense\n";
    const Words commands[] = {
        {"--input", input, "--device", "cpu", "--output", d, "--paths-output", p, "--json"},
        {"--input", input, "--device", "cpu", "--dry-run", "--json"},
        {"verify", "--graph", input, "--distances", d, "--json"},
        {"path", "--graph", input, "--distances", d, "--predecessors", p, "--from", "1", "--to",
         "0", "--json"}};
    for (Words words : commands) {
        const std::string line = command_line(words);
        CAPTURE(line);
        const Outcome outcome = run(words);
        CHECK(outcome.code == 0);
        CHECK(outcome.err == note);
        CHECK(Json::parse(outcome.out, nullptr, false).is_object());
    }
    CHECK(solve({"--input", input, "--device", "cpu", "--format", "csv"})["graph"]["arcs"] == 3);
    CHECK(solve({"--input", input, "--device", "cpu", "--format", "dense"})["graph"]["arcs"] == 6);
}

TEST_CASE("notes: weights that are rounded") {
    const TemporaryFolder folder;
    const std::string input = folder.write(
        "r.mtx",
        "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 9007199254740993\n2 3 1\n"
        "1 3 1e-400\n");
    const Outcome outcome = run({"--input", input, "--device", "cpu"});
    CHECK(outcome.code == 0);
    CHECK(outcome.err == "apsp-ocl: note: " + input +
                             ": line 3: 9007199254740993 is rounded to 9007199254740992 (and 1 "
                             "more weight)\n");
}

}  // namespace apsp::cli_test

// What the program says on stderr of inputs that may have been meant otherwise.
#include "cli/program.hpp"

namespace apsp::cli_test {

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
    CHECK(has(outcome.err, "apsp-ocl: note: " + input +
                               ": line 3: 9007199254740993 is rounded to 9007199254740992 (and 1 "
                               "more weight)\n"));
}

TEST_CASE("notes: an adjacency matrix with 0 for no arc") {
    const TemporaryFolder folder;
    const auto notes_of = [&](const std::string& input, const Words& more = {}) {
        Words words = {"--input", input, "--device", "cpu"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        CHECK(outcome.code == 0);
        return outcome.err;
    };
    const std::string csv = folder.write("d.csv", "0,0,3,0\n1,0,0,0\n0,0,0,4\n0,5,0,0\n");
    const std::string mtx = folder.write("d.mtx",
                                         "%%MatrixMarket matrix array integer symmetric\n3 3\n"
                                         "0\n0\n2\n0\n0\n0\n");
    const auto said = [](const std::string& input) {
        return "apsp-ocl: note: " + input +
               ": each 0 in the matrix is an arc of weight 0, and most entries are 0; with "
               "--zero-is-no-edge it is no arc\n";
    };
    CHECK(notes_of(csv) == said(csv));
    CHECK(notes_of(csv, {"--rows", "0", "--output", folder / "x.csv", "--json"}) == said(csv));
    CHECK(notes_of(mtx) == said(mtx));
    CHECK(notes_of(csv, {"--zero-is-no-edge"}).empty());
    CHECK(notes_of(csv, {"--semiring", "max-min"}).empty());
    CHECK(notes_of(csv, {"--unweighted"}) == said(csv));
    // Zeros that are few, but join all vertices.
    std::string ring;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            ring += (i == j || j == (i + 1) % 6 ? "0" : "7") + std::string(j == 5 ? "\n" : ",");
        }
    }
    const std::string zeros = folder.write("z.csv", ring);
    CHECK(notes_of(zeros) == "apsp-ocl: note: " + zeros +
                                 ": every distance is 0, as each 0 in the matrix is an arc of "
                                 "weight 0; with --zero-is-no-edge it is no arc\n");

    const auto silent = [&](const std::string& content) {
        CAPTURE(content);
        CHECK(notes_of(folder.write("s.csv", content), {"--format", "dense"}).empty());
    };
    silent("0,0\n0,0\n");                  // nothing but zeros
    silent("0,5\n3,0\n");                  // none off the diagonal
    silent("0,0,3\n4,0,5\n4,5,0\n");       // a distance that is not 0
    silent("0,0,7\n0,0,-1\ninf,inf,0\n");  // a negative weight
    silent("0,1e-60\n1e-60,0\n");          // 0 in f32, but not in the matrix
    const std::string arcs = folder.write("a.csv", "from,to,cost\n0,1,0\n1,0,0\n0,1,7\n");
    CHECK(notes_of(arcs).empty());
}

TEST_CASE("notes: JSON has them, of every command that reads a graph, also with --quiet") {
    const TemporaryFolder folder;
    const std::string graph = folder.write("a.csv", "von,nach\na,b\nb,c\n");
    const std::string d = folder / "d.npy", p = folder / "p.npy";
    const std::string said = graph + ": the first line is read as names of columns";
    const auto check = [&](const Words& words) {
        const Outcome outcome = run(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        const auto notes = Json::parse(outcome.out)["notes"];
        REQUIRE(notes.size() >= 1);
        CHECK(notes[0].get<std::string>().starts_with(said));
    };
    check({"--input", graph, "--device", "cpu", "--output", d, "--paths-output", p, "--json"});
    check({"--input", graph, "--device", "cpu", "--json", "--quiet"});
    check({"--input", graph, "--device", "cpu", "--json", "--dry-run"});
    check({"verify", "--graph", graph, "--distances", d, "--json"});
    check({"path", "--graph", graph, "--distances", d, "--predecessors", p, "--from", "a", "--to",
           "c", "--json"});
    const std::string changes = folder.write("c.csv", "a,c,1\n");
    check({"change", "--graph", graph, "--distances", d, "--changes", changes, "--output", d,
           "--json"});
    CHECK(solve({"--random", "8", "--device", "cpu"})["notes"].empty());
}

}  // namespace apsp::cli_test

// Formats that count vertices from 1: whatever is asked for or reported has the file's own numbers,
// and --index chooses others.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

struct Counted {
    std::string name, graph, cycle;  ///< A file's name; a chain 1 - 2 - 3 of weights 2, 3; 2 <-> 3.
};

const Counted kFormats[] = {
    {"a.gr", "p sp 3 4\na 1 2 2\na 2 1 2\na 2 3 3\na 3 2 3\n",
     "p sp 3 3\na 1 2 2\na 2 3 3\na 3 2 -4\n"},
    {"a.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 2\n3 2 3\n",
     "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 2\n2 3 3\n3 2 -4\n"},
    {"a.graph", "3 2 1\n2 2\n1 2 3 3\n2 3\n", "3 2 1\n2 2\n1 2 3 -1\n2 -1\n"},
};

}  // namespace

TEST_CASE("vertex numbers: rows, columns, lists and statistics have those of the file") {
    for (const Counted& format : kFormats) {
        CAPTURE(format.name);
        const TemporaryFolder folder;
        const std::string input = folder.write(format.name, format.graph);
        const auto lines = [&](const Words& more, const std::string& file = "d.csv") {
            const Words words = {"--input", input, "--device", "cpu", "--output", folder / "d.csv"};
            const Outcome outcome = run(with(words, more));
            CHECK(outcome.err == "");
            CHECK(outcome.code == 0);
            return content_of(folder / file);
        };
        CHECK(lines({"--rows", "3,1", "--columns", "2-3"}) == "3,0\n2,5\n");
        CHECK(lines({"--rows", "3,1", "--columns", "2-3", "--index", "1"}) == "3,0\n2,5\n");
        CHECK(lines({"--rows", "2,0", "--columns", "1-2", "--index", "0"}) == "3,0\n2,5\n");
        CHECK(lines({"--rows", "-3", "--index", "-5"}) == "5,3,0\n");
        CHECK(lines({"--rows", "3", "--long"}) == "source,target,distance\n3,1,5\n3,2,3\n");
        CHECK(lines({"--rows", "2", "--long", "--index", "0"}) ==
              "source,target,distance\n2,0,5\n2,1,3\n");
        const std::string pairs = folder.write("p.csv", "source,target\n3,1\n");
        CHECK(lines({"--pairs", pairs}) == "source,target,distance\n3,1,5\n");
        CHECK(lines({"--labels-output", folder / "l"}, "l") == "1\n2\n3\n");
        CHECK(lines({"--labels-output", folder / "l", "--index", "0"}, "l") == "0\n1\n2\n");
        CHECK(lines({"--labels-output", folder / "l", "--index", "-1"}, "l") == "-1\n0\n1\n");
        CHECK(has(lines({"--stats-output", folder / "s.csv"}, "s.csv"), "\n3,5,"));

        const Words statistics = {"--input", input, "--device", "cpu", "--stats"};
        CHECK(has(run(statistics).out, "centre     2"));
        CHECK(has(run(with(statistics, {"--index", "0"})).out, "centre     1"));
        const Outcome json = run(with(statistics, {"--json"}));
        CHECK(Json::parse(json.out)["stats"]["centre"] == Json{"2"});

        const auto refused = [&](const char* list, const Words& more) {
            return run(with(
                {"--input", input, "--device", "cpu", "--output", folder / "x.npy", "--rows", list},
                more));
        };
        CHECK(has(refused("0", {}).err, "\"1\" to \"3\"; vertices count from 1"));
        CHECK(has(refused("3", {"--index", "0"}).err, "\"0\" to \"2\"; vertices count from 0"));
        CHECK(refused("4", {}).code == 2);
    }
}

TEST_CASE("vertex numbers: paths, changes, cycles and checks have those of the file") {
    for (const Counted& format : kFormats) {
        CAPTURE(format.name);
        const TemporaryFolder folder;
        const std::string input = folder.write(format.name, format.graph);
        const std::string d = folder / "d.npy", p = folder / "p.npy";
        CHECK(run({"--input", input, "--device", "cpu", "--output", d, "--paths-output", p}).code ==
              0);
        const auto path = [&](const Words& more) {
            return run(with({"path", "--distances", d, "--predecessors", p}, more)).out;
        };
        CHECK(has(path({"--graph", input, "--from", "1", "--to", "3"}),
                  "arc        1 -> 2  2\narc        2 -> 3  3\n"));
        CHECK(has(path({"--graph", input, "--index", "0", "--from", "0", "--to", "2"}), "0 -> 1"));
        CHECK(has(path({"--from", "0", "--to", "2"}), "0 -> 1"));
        CHECK(has(path({"--index", "1", "--from", "1", "--to", "3"}), "1 -> 2"));

        const std::string changes = folder.write("c.csv", "1,3,4\n");
        const Words change = {"change",   "--graph",        input,      "--distances", d,
                              "--output", folder / "e.csv", "--changes"};
        CHECK(run(with(change, {changes})).code == 0);
        CHECK(content_of(folder / "e.csv").starts_with("0,2,4\n"));
        const std::string far = folder.write("f.csv", "2,3,2000000000\n3,2,2000000000\n");
        CHECK(has(run(with(change, {far})).err, "arc 2 -> 3"));

        folder.write("d.csv", "0,2,5\n2,0,4\n5,3,0\n");
        const Outcome wrong = run({"verify", "--graph", input, "--distances", folder / "d.csv"});
        CHECK(wrong.code == 7);
        CHECK(has(wrong.err + wrong.out, "2 -> 3"));

        const std::string cyclic = folder.write("c" + format.name, format.cycle);
        const Outcome cycle = run({"--input", cyclic, "--device", "cpu", "--json"});
        CHECK(cycle.code == 5);
        CHECK((has(cycle.err, ": 2 -> 3 -> 2;") || has(cycle.err, ": 3 -> 2 -> 3;")));
        CHECK(has(run({"--input", cyclic, "--device", "cpu", "--index", "0"}).err, "1 -> 2"));
        if (format.name == "a.graph") continue;  // always symmetric
        const Outcome asymmetric = run({"--input", cyclic, "--device", "cpu", "--transpose",
                                        "--symmetric", "--semiring", "min-max"});
        CHECK(has(asymmetric.err, "arc 2 -> 1 has weight 2, and its reverse is missing"));
    }
}

TEST_CASE("vertex numbers: --index is for files that number their vertices") {
    const TemporaryFolder folder;
    const std::string words = folder.write("a.csv", "a,b,5\nb,c,2\n");
    const std::string matrix = folder.write("m.csv", "0,1,2,3\n1,0,1,2\n2,1,0,1\n3,2,1,0\n");
    const auto solve_with = [](const Words& more) {
        return run(with({"--device", "cpu", "--stats"}, more));
    };
    CHECK(has(solve_with({"--input", words, "--index", "1"}).err, "names its vertices"));
    CHECK(has(solve_with({"--random", "9", "--index", "1"}).err, "--index needs --input"));
    CHECK(has(solve_with({"--input", matrix, "--index", "1"}).out, "centre     2, 3"));
    CHECK(has(solve_with({"--input", matrix}).out, "centre     1, 2"));
    const Outcome far = solve_with({"--input", matrix, "--index", "9223372036854775806"});
    CHECK(far.code == 2);
    CHECK(has(far.err, "beyond 64 bits"));
    CHECK(solve_with({"--input", matrix, "--index", "9223372036854775804"}).code == 0);
    CHECK(has(solve_with({"--input", matrix, "--index", "one"}).err, "--index one: expected"));
}

}  // namespace apsp::cli_test

// Graphs in every format, labels, and answers that are only partly asked for.
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// 0 -> 1 -> 2 of weight 2 + 3 beats 0 -> 2 of 9; the same in every format.
const struct {
    const char* name;
    const char* content;
} kFiles[] = {
    {"g.txt", "# SNAP\n0 1 2\n1 2 3\n0 2 9\n"},
    {"g.csv", "from,to,cost\n0,1,2\n1,2,3\n0,2,9\n"},
    {"g.tsv", "0\t1\t2\n1\t2\t3\n0\t2\t9\n0\t2\t8\n"},
    {"m.csv", "0,2,9,inf\n,0,3,\n,,0,\ninf,inf,inf,0\n"},
};

Outcome solve_cpu(Words words) {
    words.insert(words.end(), {"--device", "cpu"});
    return run(words);
}

}  // namespace

TEST_CASE("formats: each gives the same answer") {
    const TemporaryFolder folder;
    for (const auto& [name, content] : kFiles) {
        CAPTURE(name);
        const Json report =
            solve({"--input", folder.write(name, content), "--device", "cpu", "--verify"});
        CHECK(report["result"]["reachable_pairs"] == 3);
        CHECK(report["result"]["sum"] == 10);
        CHECK(report["verified"] == true);
    }
    const std::string metis = folder.write("g.graph", "3 2 1\n2 2\n1 2 3 3\n2 3\n");
    CHECK(solve({"--input", metis, "--device", "cpu"})["result"]["sum"] == 20);
}

TEST_CASE("formats: options") {
    const TemporaryFolder folder;
    const std::string plain = folder.write("graph", "a b 2\nb c 3\n");
    CHECK(solve_cpu({"--input", plain}).code == 4);
    const auto sum = [&](Words words) {
        words.insert(words.end(), {"--input", plain, "--format", "edges", "--device", "cpu"});
        return solve(words)["result"]["sum"];
    };
    CHECK(sum({}) == 10);
    CHECK(sum({"--undirected"}) == 20);
    CHECK(sum({"--unweighted"}) == 4);
    CHECK(sum({"--transpose"}) == 10);
    CHECK(sum({"--source-column", "2", "--target-column", "1", "--weight-column", "3"}) == 10);
    const std::string dense = folder.write("d.csv", "0,0,3,0\n1,0,0,0\n0,0,0,4\n0,5,0,0\n");
    CHECK(has(solve_cpu({"--input", dense}).out, "4 vertices, 12 arcs"));
    CHECK(solve({"--input", dense, "--device", "cpu", "--zero-is-no-edge"})["graph"]["arcs"] == 4);
    CHECK(has(solve_cpu({"--input", plain, "--format", "xml"}).err, "dense"));
    CHECK(solve_cpu({"--input", plain, "--format", "xml"}).code == 2);
    // The library's messages, in options of the program.
    const auto refused = [&](Words words) {
        words.insert(words.end(), {"--input", plain, "--format", "edges"});
        const Outcome outcome = solve_cpu(words);
        CHECK(outcome.code == 2);
        CHECK_FALSE(has(outcome.err, "::"));
        return outcome.err;
    };
    CHECK(has(refused({"--weight-column", "7"}), "no column \"7\" for --weight-column; there"));
    CHECK(has(refused({"--source-column", "2"}), "with --source-column and --target-column\n"));
    CHECK(has(refused({"--zero-is-no-edge"}), "; --zero-is-no-edge is for dense"));
}

TEST_CASE("labels: are written, choose rows and columns, and are in messages") {
    const TemporaryFolder folder;
    const std::string input = folder.write(
        "g.csv", "Bern,Thun,2\nThun,\"Brig, VS\",3\nBern,\"Brig, VS\",9\nBern,Aix-les-Bains,1\n");
    const auto csv = [&](Words words) {
        words.insert(words.end(), {"--input", input, "--output", folder / "d.csv"});
        const Outcome outcome = solve_cpu(words);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        return content_of(folder / "d.csv");
    };
    CHECK(csv({"--labels-output", folder / "l.txt"}).starts_with("0,2,5,1\n"));
    CHECK(content_of(folder / "l.txt") == "Bern\nThun\nBrig, VS\nAix-les-Bains\n");
    CHECK(csv({"--rows", "Bern"}) == "0,2,5,1\n");
    CHECK(csv({"--rows", "Thun,Bern", "--columns", "Aix-les-Bains,\"Brig, VS\""}) ==
          "inf,3\n1,5\n");
    CHECK(csv({"--rows", "Bern-Thun", "--columns", "Thun-Aix-les-Bains"}) == "2,5,1\n0,3,inf\n");

    const Outcome unknown = solve_cpu(
        {"--input", input, "--output", folder / "x.csv", "--rows", "Bern,Chur", "--json"});
    CHECK(unknown.code == 2);
    CHECK(has(unknown.err, "--rows: no vertex \"Chur\""));
    CHECK(!std::filesystem::exists(folder / "x.csv"));
    CHECK(solve_cpu({"--input", input, "--rows", "Bern"}).code == 2);

    const std::string cycle = folder.write("c.txt", "a b 1\nb c -5\nc b 2\n");
    const Outcome negative = solve_cpu({"--input", cycle});
    CHECK(negative.code == 5);
    CHECK((has(negative.err, "b -> c -> b") || has(negative.err, "c -> b -> c")));
}

TEST_CASE("labels: integers ascend, and ranges go by them") {
    const TemporaryFolder folder;
    const std::string input = folder.write("g.txt", "30 10 1\n10 -5 2\n-5 20 3\n");
    const std::string output = folder / "d.csv";
    const Words words = {"--input", input, "--output", output, "--labels-output", folder / "l"};
    Words some = words;
    some.insert(some.end(), {"--rows", "-5-20", "--columns", "30,-5"});
    CHECK(solve_cpu(some).code == 0);
    CHECK(content_of(output) == "inf,0\ninf,2\ninf,inf\n");
    CHECK(content_of(folder / "l") == "-5\n10\n20\n30\n");
    // Without labels, vertices are counted from 0.
    CHECK(solve_cpu({"--random", "9", "--output", output, "--rows", "0-3,8", "--columns", "1-2"})
              .code == 0);
    const std::string text = content_of(output);
    CHECK(std::count(text.begin(), text.end(), '\n') == 5);
    const Outcome outside = solve_cpu({"--random", "9", "--output", output, "--rows", "9"});
    CHECK(outside.code == 2);
    CHECK(has(outside.err, "\"9\"; there are 9 vertices, \"0\" to \"8\""));
}

}  // namespace apsp::cli_test

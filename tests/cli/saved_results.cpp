// verify and path: saved distances and predecessors, right and wrong, from here and elsewhere.
#include "apsp/apsp.hpp"
#include "cli/program.hpp"

namespace apsp::cli_test {
namespace {

// Bern -> Thun -> Brig of weight 2 + 3 beats Bern -> Brig of 9; Chur is not reached.
constexpr std::int32_t kNone = -1;

Matrix integers(std::size_t n, std::initializer_list<std::int32_t> elements) {
    Matrix matrix(n, Dtype::i32);
    const std::int32_t* next = elements.begin();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::int32_t& element : matrix.row<std::int32_t>(i)) element = *next++;
    }
    return matrix;
}

struct Saved {
    TemporaryFolder folder;
    std::string graph = folder.write("g.csv", kTowns);
    std::string distances = folder / "d.npy";
    std::string predecessors = folder / "p.npy";
    Matrix p = integers(4, {kNone, 0, 1, kNone, kNone, kNone, 1, kNone, kNone, kNone, kNone, kNone,
                            3, 0, 1, kNone});
    Saved() {
        solve({"--input", graph, "--device", "cpu", "--dtype", "f32", "--output", distances});
        write_matrix(p, predecessors);
    }
    Outcome run_with(std::vector<std::string> words) const {
        words.insert(words.end(), {"--distances", distances, "--predecessors", predecessors});
        return run(words);
    }
};

}  // namespace

TEST_CASE("verify: what solve saved is proved right") {
    const Saved saved;
    const Outcome text = saved.run_with({"verify", "--graph", saved.graph});
    CHECK(text.code == 0);
    CHECK(has(text.out, "verified   yes (proof, 4 of 4 rows"));
    CHECK(has(text.out, "with predecessors"));
    const Json report = solve({"verify", "--graph", saved.graph, "--distances", saved.distances});
    CHECK(report["verified"] == true);
    CHECK(report["wrong"].is_null());
    CHECK(report["graph"]["n"] == 4);
    // The same in the smallest type, as text, and with another program's value for "none".
    const std::string small = saved.folder / "u8.npy";
    solve({"--input", saved.graph, "--device", "cpu", "--dtype", "u8", "--output", small});
    CHECK(run({"verify", "--graph", saved.graph, "--distances", small}).code == 0);
    write_matrix(read_matrix(saved.distances), saved.folder / "d.csv");
    CHECK(run({"verify", "--graph", saved.graph, "--distances", saved.folder / "d.csv"}).code == 0);
    Matrix scipy = saved.p.clone();
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::int32_t& p : scipy.row<std::int32_t>(i)) p = p == kNone ? -9999 : p;
    }
    write_matrix(scipy, saved.predecessors);
    CHECK(saved.run_with({"verify", "--graph", saved.graph}).code == 0);
}

TEST_CASE("verify: exit 7 names what is wrong, by its labels") {
    Saved saved;
    Matrix d = read_matrix(saved.distances);
    d.row<float>(0)[2] = 9;
    write_matrix(d, saved.folder / "wrong.npy");
    const std::vector<std::string> words = {
        "verify", "--graph", saved.graph, "--distances", saved.folder / "wrong.npy", "--json"};
    const Outcome outcome = run(words);
    CHECK(outcome.code == 7);
    CHECK(has(outcome.err, "distance Bern -> Brig is 9"));
    const Json report = Json::parse(outcome.out);
    CHECK(report["verified"] == false);
    CHECK(report["wrong"]["source"] == "Bern");
    CHECK(report["wrong"]["target"] == "Brig");

    saved.p.row<std::int32_t>(3)[2] = 0;
    write_matrix(saved.p, saved.predecessors);
    const Outcome predecessor = saved.run_with({"verify", "--graph", saved.graph});
    CHECK(predecessor.code == 7);
    CHECK(has(predecessor.err, "predecessor Chur -> Brig is 0"));
    CHECK(has(predecessor.out, "verified   NO"));

    const std::string other = saved.folder.write("other.gr", "p sp 3 0\n");
    CHECK(run({"verify", "--graph", other, "--distances", saved.distances}).code == 7);
}

TEST_CASE("verify and path: usage and files that cannot be read") {
    const Saved saved;
    CHECK(run({"verify"}).code == 2);
    CHECK(has(run({"verify", "--graph", saved.graph}).err, "--distances"));
    CHECK(run({"verify", "x"}).code == 2);
    CHECK(run({"path", "--from", "0"}).code == 2);
    CHECK(run({"verify", "--graph", saved.graph, "--distances", saved.folder / "no.npy"}).code ==
          4);
    CHECK(run({"verify", "--graph", saved.graph, "--distances", saved.graph}).code == 4);
    CHECK(run({"verify", "--graph", saved.graph, "--distances", saved.distances, "--predecessors",
               saved.distances})
              .code == 4);
    for (const std::string command : {"verify", "path", "devices", "solve"}) {
        const Outcome help = run({command, "--help"});
        CHECK(help.code == 0);
        CHECK(has(help.out, "xample"));
    }
}

TEST_CASE("path: predecessors that lead nowhere are named by labels, or by numbers from 0") {
    Saved saved;
    saved.p.row<std::int32_t>(3)[1] = 9;
    write_matrix(saved.p, saved.predecessors);
    const Outcome labelled =
        saved.run_with({"path", "--graph", saved.graph, "--from", "Chur", "--to", "Brig"});
    CHECK(labelled.code == 4);
    CHECK_MESSAGE(has(labelled.err, "predecessor Chur -> Thun is 9, expected a vertex from 0 to 3"),
                  labelled.err);
    const Outcome numbers = saved.run_with({"path", "--from", "3", "--to", "2"});
    CHECK_MESSAGE(has(numbers.err, "predecessor 3 -> 1 (from 0) is 9"), numbers.err);
}

TEST_CASE("path: vertices, weights and sum, with labels and without") {
    const Saved saved;
    const Outcome labelled =
        saved.run_with({"path", "--graph", saved.graph, "--from", "Chur", "--to", "Brig"});
    CHECK(labelled.code == 0);
    CHECK(labelled.out ==
          "arc        Chur -> Bern  1\narc        Bern -> Thun  2\narc        Thun -> Brig  3\n"
          "sum        6 in 3 arcs\n");
    const Outcome numbers = saved.run_with({"path", "--from", "0", "--to", "2", "--json"});
    const Json report = Json::parse(numbers.out);
    CHECK(report["vertices"] == Json({"0", "1", "2"}));
    CHECK(report["weights"] == Json({2, 3}));
    CHECK(report["sum"] == 5);
    const Outcome none = saved.run_with({"path", "--from", "0", "--to", "3"});
    CHECK(none.code == 0);
    CHECK(none.out == "no path from 0 to 3\n");
    CHECK(Json::parse(saved.run_with({"path", "--from", "0", "--to", "3", "--json"}).out)["sum"]
              .is_null());
    CHECK(saved.run_with({"path", "--from", "1", "--to", "1"}).out == "sum        0 in 0 arcs\n");
}

TEST_CASE("verify, path: distances of fractions, saved as text") {
    const Saved saved;
    const std::string graph = saved.folder.write("f.csv", "a,b,0.1\nb,c,0.7\nc,d,123456.789\n");
    const std::string d = saved.folder / "d.csv", p = saved.folder / "p.npy";
    for (const char* dtype : {"f32", "f64"}) {
        CAPTURE(dtype);
        solve({"--input", graph, "--dtype", dtype, "--device", "cpu", "--output", d,
               "--paths-output", p});
        CHECK(solve({"verify", "--graph", graph, "--distances", d})["verified"] == true);
        CHECK(run({"path", "--graph", graph, "--distances", d, "--predecessors", p, "--from", "a",
                   "--to", "d"})
                  .code == 0);
    }
}

TEST_CASE("path: unknown vertices, damaged files, arcs that are not there") {
    Saved saved;
    const Outcome unknown =
        saved.run_with({"path", "--graph", saved.graph, "--from", "Basel", "--to", "Brig"});
    CHECK(unknown.code == 2);
    CHECK(has(unknown.err, "--from: no vertex \"Basel\""));
    CHECK(saved.run_with({"path", "--from", "0", "--to", "4"}).code == 2);
    const auto damaged = [&](std::int32_t p) {
        saved.p.row<std::int32_t>(0)[1] = p;
        write_matrix(saved.p, saved.predecessors);
        return saved.run_with({"path", "--graph", saved.graph, "--from", "Bern", "--to", "Brig"});
    };
    CHECK(damaged(2).code == 4);   // 2 -> 1 -> 2 ...
    CHECK(damaged(99).code == 4);  // no vertex
    const Outcome no_arc = damaged(3);
    CHECK(no_arc.code == 4);
    saved.p.row<std::int32_t>(0)[1] = 0;
    saved.p.row<std::int32_t>(0)[2] = 0;
    write_matrix(saved.p, saved.predecessors);
    const Outcome longer =
        saved.run_with({"path", "--graph", saved.graph, "--from", "Bern", "--to", "Brig"});
    CHECK(longer.code == 7);
    CHECK(has(longer.err, "add up to 9, but the distance is 5"));
}

}  // namespace apsp::cli_test

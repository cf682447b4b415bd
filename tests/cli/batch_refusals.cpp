// Many small graphs: messages name the file and the graph in which something is wrong.
#include <sys/stat.h>

#include <limits>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {

TEST_CASE("batch: refusals name file and graph, and leave no file") {
    const TemporaryFolder folder;
    const auto file = [&](const std::string& name, const std::string& content) {
        return folder.write(name, content);
    };
    const std::vector<float> four = {0, 1, 2, 0};
    const std::string flat = file("flat.npy", npy({2, 2}, four));
    CHECK(has(refused_batch(4, {"--input", flat}),
              flat + ": expected square matrices, of shape (B, N, N)"));
    CHECK(
        has(refused_batch(4, {"--input", file("oblong.npy", npy({1, 1, 4}, four))}), "(1, 1, 4)"));
    const std::string whole = npy({1, 2, 2}, four);
    const std::string cut = file("cut.npy", whole.substr(0, whole.size() - 1));
    CHECK(
        has(refused_batch(4, {"--input", cut}), cut + ": expected (1, 2, 2) elements of 4 bytes"));
    CHECK(has(
        refused_batch(4, {"--input", file("huge.npy",
                                          make_npy_header(Shape{1, 1UL << 40, 1UL << 40}, "<f4"))}),
        "(1, 1099511627776, 1099511627776)"));
    const Shape many = {99'999'999'999, 0, 0};
    CHECK(has(refused_batch(4, {"--input", file("many.npy", make_npy_header(many, "<f8"))}),
              "expected at most 1048576 graphs without vertices, found shape (99999999999, 0, 0)"));
    CHECK(has(refused_batch(4, {"--input", file("c.npy", npy({1, 2, 2}, four, "<c8"))}), "'<c8'"));
    std::vector<float> odd(3 * 4, 1);
    odd[2 * 4 + 1] = std::numeric_limits<float>::quiet_NaN();
    const std::string nan = file("nan.npy", npy({3, 2, 2}, odd));
    for (const Words& words : {Words{}, Words{"--unweighted"}}) {
        CHECK(has(refused_batch(4, with({"--input", nan, "--output", folder / "d.npy"}, words)),
                  nan + ": graph 2: arc 0 -> 1 has weight nan"));
    }
    const std::string large =
        file("large.npy", npy({1, 1, 1}, std::vector<std::int64_t>{std::int64_t{1} << 60}, "<i8"));
    CHECK(has(refused_batch(4, {"--input", large}), large + ": expected integers of at most 2^53"));
    CHECK(has(refused_batch(4, {"--input", file("w.dat", "x")}), ".npz of compressed rows"));
    CHECK(has(refused_batch(4, {"--input", folder / "missing.npy"}), "missing.npy"));

    const std::string right =
        file("right.npy", npy({2, 2, 2}, std::vector<std::int16_t>{0, 1, 2, 0, 0, 300, 1, 0}));
    CHECK(has(refused_batch(4, {"--input", right, "--dtype", "u8"}),
              "graph 1: its distances may be"));
    CHECK(has(refused_batch(2, {"--input", right, "--result-dtype", "u8"}), "--result-dtype: u8"));
    CHECK(has(refused_batch(6, {"--input", right, "--pad", "99999999999"}), "do not fit"));
    CHECK(has(refused_batch(6, {"--input", right, "--pad", "30000000"}), "of memory free"));
    CHECK(has(refused_batch(6, {"--input", right, "--path-arcs", "999999999999999999"}),
              "do not fit"));
    CHECK(has(refused_batch(2, {"--input", right, "--pad", "0"}), "--pad 0"));
    CHECK(has(refused_batch(2, {"--input", right, "--pad", "1"}),
              "graph 0 has 2 vertices, more than"));
    CHECK(has(refused_batch(2, {"--input", right, "--no-path", "99999"}),
              "--no-path: i16 cannot hold"));
    CHECK(has(refused_batch(2, {"--input", right, "--pad", "2", "--fill", "x"}), "--fill x"));
    CHECK(has(refused_batch(2, {"--input", right, "--fill", "-1"}), "--fill needs --pad"));
    CHECK(
        has(refused_batch(2, {"--input", right, "--output", ""}), "--output: the value is empty"));
    CHECK(has(refused_batch(2, {"--input", right, "--output", folder / "d.csv"}), ".npz"));
    CHECK(has(refused_batch(2, {"--input", right, "--paths-output", folder / "p.npz"}), ".npy"));
    CHECK(has(refused_batch(2, {"--input", right, "--path-arcs-output", folder / "a.npy"}),
              "--path-arcs"));
    CHECK(has(refused_batch(2, {"--input", right, "--weight-column", "1"}),
              "--weight-column is only for"));
    CHECK(has(refused_batch(2, {}), "--input"));
    const std::string d = folder / "d.npy";
    CHECK(has(refused_batch(2, {"--input", right, "--output", right}), "--input names the same"));
    CHECK(has(refused_batch(2, {"--input", right, "--output", d, "--paths-output", d}),
              "--output names the same file"));
    CHECK(has(refused_batch(2, {"--input", right, "--output", d, "--paths"}), "--paths-output"));
    CHECK(has(refused_batch(2, {"--input", right, "--output", d, "--path-arcs", "2"}),
              "name a file with --path-arcs-output"));
    for (const std::string& name : folder.files()) CHECK(!name.starts_with("d."));
}

TEST_CASE("batch: a pipe is refused for .npz before it is opened") {
    const TemporaryFolder folder;
    const std::string input = folder.write("g.npy", npy({1, 2, 2}, std::vector<float>{0, 1, 2, 0}));
    const std::string pipe = folder / "d.npz";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    const Outcome outcome = run({"batch", "--input", input, "--output", pipe}, {.timeout = 20});
    CHECK(outcome.code == 2);
    CHECK(has(outcome.err, "cannot be written as a stream"));
}

TEST_CASE("batch: damaged archives") {
    if (!reads_npz()) return;
    const TemporaryFolder folder;
    const Drawn drawn(20);
    const std::string whole = zip(drawn.files(), true);
    const auto message = [&](const std::string& content, int code = 4) {
        const std::string input = folder.write("g.npz", content);
        const std::string text =
            refused_batch(code, {"--input", input, "--output", folder / "d.npz"});
        CHECK(has(text, input));
        return text;
    };
    for (std::size_t size = 1; size < whole.size(); size += 7) message(whole.substr(0, size));
    std::string bits = zip(drawn.files(), false);
    bits[120] = static_cast<char>(bits[120] ^ 1);  // in graph_ptr's padding
    CHECK(has(message(bits), "g.npz: graph_ptr: expected the whole array, found damage"));
    CHECK(has(message("no archive at all"), "expected a 3-D .npy, an .npz of compressed rows or"));
    const auto without = [&](std::size_t k, const std::string& content) {
        auto files = drawn.files();
        files[k].second = content;
        if (content.empty()) files.erase(files.begin() + static_cast<std::ptrdiff_t>(k));
        return message(zip(files, true));
    };
    CHECK(has(without(1, ""), "expected an array indptr"));
    CHECK(has(without(2, npy({2}, std::vector<float>{1, 2})), "indices: expected integers"));
    CHECK(has(without(1, npy({1}, std::vector<std::int32_t>{0})), "do not ascend"));
    CHECK(has(without(3, npy({1}, std::vector<std::int32_t>{0})), "weights, one per arc, found 1"));
    CHECK(has(without(0, npy({1, 2}, std::vector<std::int32_t>{0, 1})), "of one dimension"));
    auto far = drawn.indices;
    far[5] = 12;
    CHECK(has(without(2, npy({far.size()}, far, "<i8")), " is outside its "));
    far[5] = std::int64_t{1} << 40;
    CHECK(has(without(2, npy({far.size()}, far, "<i8")), "1099511627776"));
    CHECK(folder.files() == Words{"g.npz"});

    const std::string right = folder.write("g.npz", whole);
    CHECK(has(refused_batch(2, {"--input", right, "--output", folder / "d.npy"}),
              "graphs have 0 to 12 vertices; --pad 12"));
}

}  // namespace apsp::cli_test

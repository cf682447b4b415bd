// Many small graphs: every format of input against single solves, and what is written.
#include <signal.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <thread>

#include "cli/batch_files.hpp"

namespace apsp::cli_test {

TEST_CASE("batch: matrices of every type, against single solves") {
    const TemporaryFolder folder;
    constexpr std::size_t n = 7, count = 20;
    std::vector<double> weights(count * n * n, std::numeric_limits<double>::infinity()), expected;
    for (std::size_t b = 0; b < count; ++b) {
        std::vector<Arc> arcs;
        for (std::uint32_t i = 0; i < n; ++i) {
            const auto j = static_cast<std::uint32_t>((i * 3 + b) % n);
            if (i == j || (b + i) % 6 == 0) continue;
            const double w = static_cast<double>((i + b) % 9);
            weights[(b * n + i) * n + j] = w;
            arcs.push_back({i, j, w});
        }
        const Solution one =
            apsp::solve(Graph::from_arcs(n, arcs, "single"), {.dtype = Dtype::f64});
        for (std::size_t k = 0; k < n * n; ++k) {
            const double d = one.distances.at(k / n, k % n);
            expected.push_back(std::isinf(d) ? -1 : d);
        }
    }
    const auto check = [&]<class T>(T none, const std::string& type, bool fortran = false) {
        CAPTURE(type);
        std::vector<T> values(weights.size());
        for (std::size_t k = 0; k < values.size(); ++k) {
            const std::size_t b = k / n / n, i = k / n % n, j = k % n;
            values[fortran ? b + count * (i + n * j) : k] =
                std::isinf(weights[k]) ? none : static_cast<T>(weights[k]);
        }
        std::string content = npy({count, n, n}, values, type);
        if (fortran) content.replace(content.find("False"), 5, " True");
        const std::string input = folder.write("w.npy", content), output = folder / "d.npy";
        const Json report = solve({"batch", "--input", input, "--output", output, "--no-path", "-1",
                                   "--result-dtype", "i32"});
        CHECK(report["dtype"] == "u8");
        CHECK(report["result_dtype"] == "i32");
        CHECK(report["batch"]["graphs"] == count);
        CHECK(report["batch"]["vertices"]["median"] == n);
        CHECK(report["backend"] == "cpu");  // few graphs
        const Array result = parse(content_of(output));
        CHECK(result.shape == Shape{count, n, n});
        CHECK(doubles<std::int32_t>(result) == expected);
    };
    check(std::uint8_t{255}, "|u1");
    check(std::int16_t{16383}, "<i2");
    check(std::int32_t{1073741823}, "<i4");
    check(std::int64_t{1073741823}, "<i8");
    check(std::numeric_limits<float>::infinity(), "<f4");
    check(std::numeric_limits<double>::infinity(), "<f8");
    check(std::numeric_limits<double>::infinity(), "<f8", true);
    check(std::int16_t{16383}, "<i2", true);
}

TEST_CASE("batch: compressed rows, stored and deflated, with and without weights") {
    if (!reads_npz()) return;
    const TemporaryFolder folder;
    const Drawn drawn;
    for (const bool deflated : {false, true}) {
        auto files = drawn.files();
        if (deflated) {  // indices of 32 bits, too
            const std::vector<std::int32_t> narrow(drawn.indices.begin(), drawn.indices.end());
            files[2].second = npy({narrow.size()}, narrow);
        }
        const std::string input = folder.write("g.npz", zip(files, deflated));
        files.pop_back();
        const std::string plain = folder.write("plain.npz", zip(files, deflated));
        const std::string output = folder / "d.npz";
        for (const auto& [words, unweighted] :
             std::vector<std::pair<Words, bool>>{{{"--input", input}, false},
                                                 {{"--input", input, "--unweighted"}, true},
                                                 {{"--input", plain}, true}}) {
            const Json report = solve(with({"batch", "--output", output}, words));
            CHECK(report["batch"]["graphs"] == 40);
            CHECK(report["batch"]["vertices"]["smallest"] == 0);
            CHECK(report["batch"]["vertices"]["largest"] == 12);
            CHECK(report["batch"]["vertices"]["median"] == 6);
            REQUIRE(report["dtype"] == "u8");
            const Array result = array_in(output, "distances");
            CHECK(doubles<std::uint8_t>(result) == drawn.distances(255, unweighted));
            const auto sizes = array_in(output, "sizes").as<std::int64_t>();
            const auto first = array_in(output, "first").as<std::int64_t>();
            REQUIRE(sizes.size() == 40);
            REQUIRE(first.size() == 41);
            for (std::size_t b = 0; b < 40; ++b) {
                CHECK(sizes[b] == static_cast<std::int64_t>(drawn.vertices(b)));
                CHECK(first[b + 1] - first[b] == sizes[b] * sizes[b]);
            }
        }
    }
}

TEST_CASE("batch: what is padded, predecessors and arcs of paths") {
    if (!reads_npz()) return;
    const TemporaryFolder folder;
    const Drawn drawn;
    const std::string input = folder.write("g.npz", zip(drawn.files(), true));
    const Words words = {
        "batch",   "--input",     input, "--pad",     "14",  "--fill",         "-2",
        "--paths", "--path-arcs", "3",   "--no-path", "510", "--result-dtype", "i16"};
    solve(with(words, {"--output", folder / "d.npz"}));
    solve(with(words, {"--output", folder / "d.npy", "--paths-output", folder / "p.npy",
                       "--path-arcs-output", folder / "a.npy"}));
    const Array d = parse(content_of(folder / "d.npy")), p = parse(content_of(folder / "p.npy")),
                a = parse(content_of(folder / "a.npy"));
    CHECK(d.shape == Shape{40, 14, 14});
    CHECK(p.shape == Shape{40, 14, 14});
    CHECK(a.shape == Shape{40, 14, 14, 3});
    CHECK(d.elements == array_in(folder / "d.npz", "distances").elements);
    CHECK(p.elements == array_in(folder / "d.npz", "predecessors").elements);
    CHECK(a.elements == array_in(folder / "d.npz", "path_arcs").elements);
    CHECK(array_in(folder / "d.npz", "path_arcs").shape == a.shape);

    const std::vector<double> expected = drawn.distances(510);
    const auto distances = d.as<std::int16_t>();
    const auto predecessors = p.as<std::int32_t>(), arcs = a.as<std::int32_t>();
    std::size_t wrong = 0, place = 0;
    for (std::size_t b = 0; b < 40; ++b) {
        const std::size_t n = drawn.vertices(b);
        for (std::size_t k = 0; k < 14 * 14; ++k) {
            const std::size_t i = k / 14, j = k % 14, at = b * 14 * 14 + k;
            if (i >= n || j >= n) {
                wrong += distances[at] != -2 || predecessors[at] != -1 || arcs[3 * at] != -1;
                continue;
            }
            const double is = expected[place++];
            wrong += distances[at] != is;
            const bool path = i != j && is != 510;
            wrong += path != (predecessors[at] >= 0) || path != (arcs[3 * at] >= 0);
            if (!path) continue;
            // The first arc leaves i, and a shortest path goes on from its end.
            const auto arc = static_cast<std::size_t>(arcs[3 * at]);
            const auto row = static_cast<std::size_t>(drawn.graph_ptr[b]) + i;
            wrong += static_cast<std::int64_t>(arc) < drawn.indptr[row] ||
                     static_cast<std::int64_t>(arc) >= drawn.indptr[row + 1];
            const auto next = static_cast<std::size_t>(drawn.indices[arc]);
            wrong += drawn.weights[arc] + distances[b * 14 * 14 + next * 14 + j] != is;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("batch: the folder of a TUDataset") {
    const TemporaryFolder folder;
    // Two graphs, with one without vertices between them; the arcs are not in the order of
    // vertices.
    folder.write("DS_graph_indicator.txt", "1\n1\n1\n3\n3\n");
    folder.write("DS_A.txt", "2, 3\n1, 2\n5, 4\n3, 1\n4, 5\n1, 3\n");
    folder.write("DS_edge_attributes.txt", "0.5, 3\n0.5, 2\n1, 4\n1, 1\n1, 7\n2, 9\n");
    const std::string output = folder / "out.npy";
    const auto distances = [&](const Words& words) {
        solve(with({"batch", "--input", folder.path(), "--output", output, "--pad", "3",
                    "--result-dtype", "f32", "--fill", "-1"},
                   words));
        return parse(content_of(output)).as<float>();
    };
    const std::vector<float> empty(9, -1);
    const auto all = [&](std::vector<float> first, const std::vector<float>& last) {
        first.insert(first.end(), empty.begin(), empty.end());
        first.insert(first.end(), last.begin(), last.end());
        return first;
    };
    CHECK(distances({}) == all({0, 1, 1, 2, 0, 1, 1, 2, 0}, {0, 1, -1, 1, 0, -1, -1, -1, -1}));
    CHECK(distances({"--weight-column", "2"}) ==
          all({0, 2, 5, 4, 0, 3, 1, 3, 0}, {0, 7, -1, 4, 0, -1, -1, -1, -1}));
    CHECK(distances({"--weight-column", "1"}) ==
          all({0, 0.5, 1, 1.5, 0, 0.5, 1, 1.5, 0}, {0, 1, -1, 1, 0, -1, -1, -1, -1}));
    distances({"--path-arcs", "2", "--path-arcs-output", folder / "a.npy"});
    const auto arcs = parse(content_of(folder / "a.npy")).as<std::int32_t>();
    CHECK(arcs[2 * 1] == 1);  // line of 1 -> 2
    CHECK(arcs[2 * 3] == 0);  // 2 -> 3 -> 1
    CHECK(arcs[2 * 3 + 1] == 3);
    CHECK(arcs[2 * (2 * 9 + 1)] == 4);

    const auto damaged = [&](const char* file, const std::string& content,
                             const Words& words = {}) {
        const std::string before = content_of(folder / file);
        folder.write(file, content);
        const std::string message = refused_batch(4, with({"--input", folder.path()}, words));
        folder.write(file, before);
        return message;
    };
    CHECK(has(damaged("DS_A.txt", "1, 2\n3, 4\n"), "DS_A.txt:2: expected an arc within a graph"));
    CHECK(has(damaged("DS_A.txt", "1, 2\n3, 6\n"), "DS_A.txt:2"));
    CHECK(has(damaged("DS_A.txt", "1, 2\n3\n"), "DS_A.txt:2"));
    CHECK(has(damaged("DS_graph_indicator.txt", "1\n2\n1\n2\n2\n"), "indicator.txt:3"));
    CHECK(has(damaged("DS_graph_indicator.txt", "0\n1\n"), "indicator.txt:1"));
    CHECK(has(damaged("DS_graph_indicator.txt", "1\n99999999999\n"), "indicator.txt:2"));
    CHECK(has(damaged("DS_edge_attributes.txt", "1\n2\n", {"--weight-column", "1"}),
              "expected 6 lines, one per arc, found 2"));
    CHECK(has(damaged("DS_edge_attributes.txt", "1\n2\n", {"--weight-column", "2"}),
              "DS_edge_attributes.txt:1"));
    CHECK(has(damaged("DS_edge_attributes.txt", "1\n1, 7\n1 7\n", {"--weight-column", "1"}),
              "DS_edge_attributes.txt:3: expected a ',' and another column, found '7'"));
    std::filesystem::remove(folder / "DS_graph_indicator.txt");
    CHECK(has(refused_batch(4, {"--input", folder.path()}), "DS_graph_indicator.txt"));
    folder.write("other_A.txt", "");
    CHECK(has(refused_batch(4, {"--input", folder.path()}), "found 2 such files"));
}

TEST_CASE("batch: a negative cycle in some graphs does not lose the others") {
    const TemporaryFolder folder;
    constexpr std::int16_t none = 16383;
    std::vector<std::int16_t> weights;
    for (int b = 0; b < 30; ++b) {
        const auto back = static_cast<std::int16_t>(b % 2 == 1 ? -6 : -1);
        weights.insert(weights.end(), {none, 5, back, none});
    }
    const std::string input = folder.write("w.npy", npy({30, 2, 2}, weights));
    const Outcome outcome =
        run({"batch", "--input", input, "--output", folder / "d.npy", "--json", "--no-path", "99"});
    CHECK(outcome.code == 5);
    CHECK(has(outcome.err, input + ": 15 of 30 graphs have negative cycles"));
    CHECK(has(outcome.err, "graph 1 (weight -1 in 2 arcs), graph 3 ("));
    CHECK(has(outcome.err, ", 5 more;"));
    const Json report = Json::parse(outcome.out, nullptr, false);
    REQUIRE(report.is_object());
    CHECK(report["negative_cycles"]["graphs"] == 15);
    CHECK(report["negative_cycles"]["first"].size() == 10);
    CHECK(report["negative_cycles"]["first"][1]["graph"] == 3);
    const auto d = parse(content_of(folder / "d.npy")).as<std::int16_t>();
    REQUIRE(d.size() == 120);
    CHECK(std::vector(d.begin(), d.begin() + 8) ==
          std::vector<std::int16_t>{0, 5, -1, 0, 99, 99, 99, 99});

    if (!reads_npz()) return;
    const std::string output = folder / "d.npz";
    CHECK(run({"batch", "--input", input, "--output", output, "--no-path", "99"}).code == 5);
    CHECK(array_in(output, "distances").as<std::int16_t>() == d);
    std::vector<std::int64_t> odd;
    for (std::int64_t b = 1; b < 30; b += 2) odd.push_back(b);
    CHECK(array_in(output, "failed").as<std::int64_t>() == odd);
    CHECK(run({"batch", "--input", input, "--output", output, "--pad", "2200"}).code == 5);
    CHECK(array_in(output, "failed").as<std::int64_t>() == odd);  // from two slices
    solve({"batch", "--input", input, "--output", output, "--unweighted"});
    CHECK(array_in(output, "failed").shape == Shape{0});
}

TEST_CASE("batch: many slices are as one, and take no more memory") {
    const TemporaryFolder folder;
    constexpr std::size_t n = 64, count = 40'000;  // 620 MiB of results in i32
    std::vector<std::uint8_t> weights(count * n * n, 255);
    for (std::size_t b = 0; b < count; ++b) {
        for (std::size_t i = 0; i + 1 < n; ++i) {
            weights[(b * n + i) * n + i + 1] = static_cast<std::uint8_t>(1 + (i + b) % 3);
        }
    }
    const std::string input = folder.write("w.npy", npy({count, n, n}, weights));
    const std::string output = folder / "d.npy";
    RunOptions options;
    options.environment = {{"OMP_NUM_THREADS", "2"}};  // each thread takes some
    options.address_space = std::uint64_t{640} << 20;  // the input's map and a slice
    solve({"batch", "--input", input, "--output", output, "--result-dtype", "i32"}, options);
    const auto bytes = std::filesystem::file_size(output);
    CHECK(bytes == make_npy_header(Shape{count, n, n}, "<i4").size() + count * n * n * 4);
    std::ifstream file(output, std::ios::binary);
    std::size_t wrong = 0;
    for (const std::size_t b : {std::size_t{0}, count / 2, count - 1}) {
        std::vector<std::int32_t> d(n * n);
        file.seekg(static_cast<std::streamoff>(bytes - (count - b) * n * n * 4));
        file.read(reinterpret_cast<char*>(d.data()), n * n * 4);
        for (std::size_t i = 0; i < n; ++i) {
            std::int32_t sum = 0;
            for (std::size_t j = i; j < n; sum += 1 + static_cast<std::int32_t>((j++ + b) % 3)) {
                wrong += d[i * n + j] != sum;
            }
        }
    }
    CHECK(wrong == 0);

    // Ctrl-C while it writes leaves no file, not even a partial one.
    std::filesystem::remove(output);
    options = {};
    options.while_running = [&](int child) {
        for (int waited = 0; waited < 60'000 && folder.files().size() < 2; ++waited) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        kill(child, SIGINT);
    };
    const Outcome outcome = run({"batch", "--input", input, "--output", folder / "d.npz"}, options);
    CHECK(outcome.code == 130);
    CHECK(folder.files() == Words{"w.npy"});
}

}  // namespace apsp::cli_test

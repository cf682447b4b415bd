// Files in general: suffixes, gzip, progress, csv, and outputs that appear complete or not at all.
#include <doctest/doctest.h>
#include <zlib.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "apsp/io.hpp"
#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

std::string gzip(const std::string& text) {
    const std::filesystem::path path = folder() / "packed";
    gzFile file = gzopen(path.string().c_str(), "wb");
    REQUIRE(gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
            static_cast<int>(text.size()));
    REQUIRE(gzclose(file) == Z_OK);
    return read_file(path);
}

/// A .gr text of many MiB: a path of n vertices.
std::string long_path(int n) {
    std::string text = "p sp " + std::to_string(n) + " " + std::to_string(n - 1) + "\n";
    for (int i = 1; i < n; ++i) {
        text += "a " + std::to_string(i) + " " + std::to_string(i + 1) + " 1\n";
    }
    return text;
}

doctest::String read_error(const std::filesystem::path& path) {
    return error_of(ErrorKind::bad_input, [&] { (void)read_graph(path); });
}

}  // namespace

TEST_CASE("input: paths that cannot be read") {
    CHECK(read_error(folder() / "missing.gr") ==
          Contains("missing.gr: cannot be opened: No such file or directory"));
    std::filesystem::create_directories(folder() / "directory.gr");
    CHECK(read_error(folder() / "directory.gr") ==
          Contains("directory.gr: expected a file, found a directory"));
    CHECK(refusal("a.gr", "") == Contains("a.gr: expected a graph, found an empty file"));
}

TEST_CASE("input: under an unknown suffix the first line tells, or nothing does") {
    CHECK(arcs("graph", "c hello\np sp 2 1\na 1 2 5\n") == "2: 0>1=5");
    CHECK(arcs("g.dat", "%%MatrixMarket matrix array real general\n1 1\n0\n") == "1:");
    for (const char* name : {"graph.dat", "graph", ".gr", "x"}) {
        CAPTURE(name);
        const doctest::String message = refusal(name, "1 2\n");
        CHECK(message == Contains(name));
        for (const char* known :
             {".gr", ".mtx", ".npy", ".csv", ".graph", ".gz", "ReadOptions::format"}) {
            CHECK(message == Contains(known));
        }
    }
}

TEST_CASE("input: gzip") {
    const std::string text = "p sp 2 1\na 1 2 5\n";
    const std::string packed = gzip(text);
    CHECK(arcs("a.gr.gz", packed) == "2: 0>1=5");
    CHECK(arcs("A.GR.GZ", packed) == "2: 0>1=5");
    CHECK(arcs("a.gr.gz", gzip(text.substr(0, 11)) + gzip(text.substr(11))) == "2: 0>1=5");
    CHECK(arcs("a.gr.gz", packed + std::string(512, '\0')) == "2: 0>1=5");
    CHECK(arcs("m.mtx.gz", gzip("%%MatrixMarket matrix array real general\n1 1\n0\n")) == "1:");
    CHECK(refusal("a.gr.gz", gzip("p sp 2 1\na 1 2 x\n")) ==
          Contains("a.gr.gz:2: expected a weight"));
}

TEST_CASE("input: gzip that is not whole") {
    const std::string packed = gzip("p sp 2 1\na 1 2 5\n");
    for (std::size_t size = 2; size < packed.size(); ++size) {
        CAPTURE(size);
        CHECK(
            refusal("a.gr.gz", packed.substr(0, size)) ==
            Contains("a.gr.gz: expected more gzip data, found the end of the file: it is truncat"));
    }
    std::string damaged = packed;
    damaged[packed.size() - 6] ^= 1;  // in the checksum
    CHECK(refusal("a.gr.gz", damaged) == Contains("a.gr.gz: expected gzip data, found damage"));
    CHECK(refusal("a.gr.gz", packed + "more") == Contains("expected the end of the gzip data"));
    CHECK(refusal("a.gr.gz", "") == Contains("a.gr.gz: expected a graph, found an empty file"));
    CHECK(refusal("a.gr.gz", gzip("")) == Contains("a.gr.gz: expected a graph, found nothing"));
    CHECK(refusal("a.gr.gz", "p sp 1 0\n") == Contains("a.gr.gz: expected gzip data, found some"));
    CHECK(arcs("a.gr", packed) == "2: 0>1=5");  // whatever the name is
}

TEST_CASE("input: progress rises to 1, plain and packed") {
    const std::string text = long_path(600'000);
    REQUIRE(text.size() > (std::size_t{9} << 20));
    const auto plain = write_file("long.gr", text);
    const auto packed = write_file("long.gr.gz", gzip(text));
    for (const auto& path : {plain, packed}) {
        std::vector<double> shares = {0};
        const auto progress = [&](double share) {
            CHECK(share >= shares.back());
            shares.push_back(share);
        };
        const Graph graph = read_graph(path, {}, progress).graph;
        CHECK(shares.size() >= 4);
        CHECK(shares.back() == 1);
        CHECK(graph.arcs() == 599'999);
    }
    std::filesystem::remove(plain);
    std::filesystem::remove(packed);
}

TEST_CASE("csv: text of each type") {
    const std::filesystem::path path = folder() / "out.csv";
    const auto csv = [&](Dtype dtype, auto a, auto b) {
        Matrix matrix(2, dtype);
        using T = decltype(a);
        matrix.row<T>(0)[0] = matrix.row<T>(1)[1] = 0;
        matrix.row<T>(0)[1] = a;
        matrix.row<T>(1)[0] = b;
        write_matrix(matrix, path);
        return read_file(path);
    };
    CHECK(csv(Dtype::f32, 0.1F, infinity<float>()) == "0,0.1\ninf,0\n");
    CHECK(csv(Dtype::f64, 1.0 / 3, -2.0) == "0,0.3333333333333333\n-2,0\n");
    CHECK(csv(Dtype::f64, 123456.0, infinity<double>()) == "0,123456\ninf,0\n");
    CHECK(csv(Dtype::i32, -5, infinity<std::int32_t>()) == "0,-5\ninf,0\n");
}

TEST_CASE("csv: rows longer than a buffer's part, and one vertex") {
    const std::filesystem::path path = folder() / "out.csv";
    write_matrix(zeros(1), path);
    CHECK(read_file(path) == "0\n");
    const std::size_t n = 4100;
    write_matrix(zeros(n), path);
    const std::string text = read_file(path);
    CHECK(text.size() == 2 * n * n);
    std::string row;
    for (std::size_t j = 0; j < n; ++j) row += j + 1 < n ? "0," : "0\n";
    CHECK(text.substr(0, 2 * n) == row);
    CHECK(text.substr(2 * n * (n - 1)) == row);
    std::filesystem::remove(path);
}

TEST_CASE("output: suffixes") {
    for (const char* name : {"out", "out.txt", "out.gr", "out.gz", "out.npy.xz"}) {
        const auto message = error_of(ErrorKind::usage, [&] { check_writable(name); });
        CHECK(message == Contains("expected a name that ends in .npy, .npz, .csv, .tsv, .mtx or "));
        CHECK(message == error_of(ErrorKind::usage, [&] { write_matrix(zeros(1), name); }));
    }
    CHECK_NOTHROW(check_writable("out.NPY"));
    CHECK_NOTHROW(check_writable("out.npy.gz"));
}

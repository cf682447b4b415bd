// Dense matrices as text: how they are told from edge lists, values for no arc, options, refusals.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "unit/io_support.hpp"

using namespace apsp;
using namespace apsp::io_test;
using doctest::Contains;

namespace {

const std::string kFour = "0,5,inf,\n1,0,2.5,inf\nInfinity,3,0,-1\n,+inf,7,0\n";
constexpr const char* kFourArcs = "4: 0>1=5 1>0=1 1>2=2.5 2>1=3 2>3=-1 3>2=7";

ReadOptions dense() {
    ReadOptions options;
    options.format = GraphFormat::dense;
    return options;
}

}  // namespace

TEST_CASE("dense: more than three columns of numbers, and as many lines") {
    CHECK(arcs("d.csv", kFour) == kFourArcs);
    CHECK(arcs("d.csv", "\n" + kFour + "\r\n\n") == kFourArcs);
    CHECK(arcs("d.tsv", "\t5\t\t\n1\t0\t2.5\t\n\t3\t0\t-1\r\n\t\t7\t0\n") == kFourArcs);
    // With one line more or less, or a word, it is an edge list with too many columns.
    CHECK(refusal("d.csv", kFour + "0,0,0,0\n") == Contains("4 columns"));
    CHECK(refusal("d.csv", "0,5,inf,x\n1,0,2,3\n1,2,0,3\n1,2,3,0\n") == Contains("4 columns"));
    CHECK(labelled("d.csv", "0,1,5\n1,2,3\n2,0,9\n") == "3: 0>1=5 1>2=3 2>0=9");
}

TEST_CASE("dense: when asked for, of any size, also between blanks") {
    CHECK(arcs("d.csv", "0,1,5\n1,0,3\n2,,0\n", dense()) == "3: 0>1=1 0>2=5 1>0=1 1>2=3 2>0=2");
    CHECK(arcs("d.txt", "0 1\n  inf 0\n", dense()) == "2: 0>1=1");
    CHECK(arcs("d", "5", dense()) == "1:");
    CHECK(arcs("d", "-5\n", dense()) == "1: 0>0=-5");
}

TEST_CASE("dense: options") {
    ReadOptions options;
    options.zero_is_no_edge = true;
    const std::string zeros = "0,0,3,0\n1,0,0,0\n0,0,0,4\n0,5,0,0\n";
    CHECK(arcs("d.csv", zeros, options) == "4: 0>2=3 1>0=1 2>3=4 3>1=5");
    options.transpose = true;
    CHECK(arcs("d.csv", zeros, options) == "4: 0>1=1 1>3=5 2>0=3 3>2=4");
    options.unweighted = true;
    CHECK(arcs("d.csv", zeros, options) == "4: 0>1=1 1>3=1 2>0=1 3>2=1");
    options = {};
    options.format = GraphFormat::dense;
    options.unweighted = true;  // a self-loop is one step, as in lists of arcs
    CHECK(arcs("d.csv", "-5,3\n1,0\n", options) == "2: 0>1=1 1>0=1");
    options = {};
    options.undirected = true;
    CHECK(arcs("d.csv", kFour, options) == "4: 0>1=1 1>0=1 1>2=2.5 2>1=2.5 2>3=-1 3>2=-1");
}

TEST_CASE("dense: every damage is refused with its line") {
    const auto refused = [](const std::string& text) { return refusal("d.csv", text, dense()); };
    CHECK(refused("0,1\n") ==
          Contains("d.csv:2: expected 2 lines, as there are columns, found the"));
    CHECK(refused("0,1\n1,0\n1,1\n") == Contains("d.csv:3: expected no more than 2 lines"));
    CHECK(refused("0,1\n1\n") == Contains("d.csv:2: expected a ',' and another column"));
    CHECK(refused("0,1\n1,0,3\n") == Contains("d.csv:2: expected the end of the line"));
    for (const char* entry : {"nan", "-inf", "x", "1e999", "9007199254740993", "infx"}) {
        CAPTURE(entry);
        CHECK(refused("0,1\n" + std::string(entry) + ",0\n") ==
              Contains("d.csv:2: expected a weight"));
    }
    CHECK(refused(" \n") == Contains("d.csv:1: expected a line of numbers"));
    CHECK(refused(std::string(100'000, ',')) ==
          Contains(
              "d.csv:1: expected 100001 lines, as there are 100001 columns, found a file of on"));
}

TEST_CASE("dense: what is written reads back, as .csv, .tsv, .mtx and .npy") {
    const Matrix matrix = read_matrix(write_file("d.csv", kFour));
    CHECK(matrix.dtype() == Dtype::f64);
    for (const char* name : {"e.csv", "e.tsv", "e.mtx", "e.npy"}) {
        CAPTURE(name);
        write_matrix(matrix, folder() / name);
        CHECK(text_of(read_graph(folder() / name).graph) == kFourArcs);
    }
    for (const char* name : {"e.csv", "e.tsv", "e.npy"}) {
        const Matrix again = read_matrix(folder() / name);
        CHECK(again.at(0, 1) == 5);
        CHECK(again.at(0, 2) == infinity<double>());
    }
    CHECK(read_file(folder() / "e.mtx")
              .starts_with("%%MatrixMarket matrix array real general\n4 4\n0\n1\ninf\ninf\n5\n"));
}

TEST_CASE("dense: distances read back in the type that wrote them") {
    const auto read_back = [](Matrix matrix) {
        write_matrix(matrix, folder() / "t.tsv");
        const Matrix again = read_matrix(folder() / "t.tsv");
        visit(matrix.dtype(), [&](auto zero) {
            using T = decltype(zero);
            for (std::size_t i = 0; i < matrix.n(); ++i) {
                for (std::size_t j = 0; j < matrix.n(); ++j) {
                    CHECK(again.at(i, j) == static_cast<double>(matrix.row<T>(i)[j]));
                }
            }
        });
        return again.dtype();
    };
    const auto matrix_of = [](Dtype dtype, std::vector<double> entries) {
        Matrix matrix(2, dtype);
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            for (std::size_t k = 0; k < 4; ++k) {
                matrix.row<T>(k / 2)[k % 2] = static_cast<T>(entries[k]);
            }
        });
        return matrix;
    };
    const double large = 1152921504606846976.0;
    CHECK(read_back(matrix_of(Dtype::f32, {0, 0.1, 123456.78, -7})) == Dtype::f32);
    CHECK(read_back(matrix_of(Dtype::f32, {0, 3e38, 1e-40, large})) == Dtype::f32);
    CHECK(read_back(matrix_of(Dtype::f32, {0, 2.5, 1 << 24, 8})) ==
          Dtype::f64);  // the same numbers
    CHECK(read_back(matrix_of(Dtype::f64, {0, 0.1, 0.1 + 0.2, 1})) == Dtype::f64);
    CHECK(read_back(matrix_of(Dtype::f64, {0, 0.1, large, 1})) == Dtype::f64);
    CHECK(read_back(matrix_of(Dtype::f64, {0, 1e300, 18014398509481982.0, 0.5})) == Dtype::f64);
    write_file("d.csv", "0,1\n9007199254740993,0\n");
    CHECK(error_of(ErrorKind::bad_input, [] { read_matrix(folder() / "d.csv"); }) ==
          Contains("d.csv:2: expected numbers that f64 holds"));
}

TEST_CASE("output: rows and columns of a matrix") {
    Matrix matrix(100, Dtype::i32);
    for (int i = 0; i < 100; ++i) {
        for (int j = 0; j < 100; ++j) {
            matrix.row<std::int32_t>(static_cast<std::size_t>(i))[static_cast<std::size_t>(j)] =
                100 * i + j;
        }
    }
    const auto text = [&](const char* name, const Selection& selection) {
        write_matrix(matrix, folder() / name, {}, selection);
        return read_file(folder() / name);
    };
    CHECK(text("p.csv", {{3, 1}, {0, 99}}) == "300,399\n100,199\n");
    CHECK(text("p.tsv", {{}, {7}}).substr(0, 12) == "7\n107\n207\n30");
    CHECK(text("p.csv", {{5}, {}}).substr(0, 12) == "500,501,502,");
    CHECK(text("p.mtx", {{3, 1}, {0, 98, 99}}) ==
          "%%MatrixMarket matrix array integer general\n2 3\n300\n100\n398\n198\n399\n199\n");
    const std::string npy = text("p.npy", {{3, 1}, {0, 98, 99}});
    CHECK(npy.find("'shape': (2, 3)") != std::string::npos);
    CHECK(npy.size() == 128 + 6 * 4);
    CHECK(npy.substr(128, 4) == std::string("\x2c\x01\0\0", 4));
    const std::string whole = text("p.mtx", {});
    CHECK(whole.substr(whole.size() - 10) == "9899\n9999\n");
    CHECK_THROWS_AS(text("p.csv", {{100}, {}}), Error);

    Matrix some(2, 3, Dtype::i32);  // with more columns than rows
    for (std::size_t i = 0; i < 2; ++i) {
        std::ranges::copy(matrix.row<std::int32_t>(i).first(3), some.row<std::int32_t>(i).begin());
    }
    matrix = std::move(some);
    CHECK(text("p.csv", {}) == "0,1,2\n100,101,102\n");
    CHECK(text("p.csv", {{1}, {2}}) == "102\n");
    CHECK(text("p.mtx", {}) ==
          "%%MatrixMarket matrix array integer general\n2 3\n0\n100\n1\n101\n2\n102\n");
    CHECK(text("p.npy", {}).find("'shape': (2, 3)") != std::string::npos);
    CHECK_THROWS_AS(text("p.csv", {{2}, {}}), Error);
}

TEST_CASE("output: labels one a line") {
    const GraphFile file = read_graph(write_file("l.csv", "b,\"a,c\"\n"));
    write_labels(file.labels, 2, folder() / "labels.txt");
    CHECK(read_file(folder() / "labels.txt") == "b\na,c\n");
    write_labels({}, 3, folder() / "labels.txt");
    CHECK(read_file(folder() / "labels.txt") == "0\n1\n2\n");
}

// The proof of distances and predecessors: it is exact for integers, even around cycles of length
// 0, and names the wrong entry.
#include <algorithm>
#include <cmath>

#include "apsp/generate.hpp"
#include "apsp/paths.hpp"
#include "apsp/verify.hpp"
#include "oracle.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::arcs_of;
using test::kInf;
using test::set;

struct Answer {
    Matrix distances;
    Matrix predecessors;
};

/// Distances by textbook Floyd-Warshall; predecessors by a search along tight arcs from each
/// source.
Answer answer_of(const Graph& graph, Dtype dtype) {
    const std::size_t n = graph.vertices();
    const auto expected = oracle_distances(graph);
    Answer answer{Matrix(n, dtype), Matrix(n, Dtype::i32)};
    for (std::size_t i = 0; i < n; ++i) {
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            for (std::size_t j = 0; j < n; ++j) {
                const long long d = expected[i * n + j];
                answer.distances.row<T>(i)[j] =
                    d == kOracleNoPath ? infinity<T>() : static_cast<T>(d);
            }
        });
        auto p = answer.predecessors.row<std::int32_t>(i);
        std::ranges::fill(p, -1);
        std::vector<std::size_t> queue = {i};
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const std::size_t k = queue[next];
            graph.for_each_arc(k, [&](std::size_t j, double w) {
                const bool tight = static_cast<double>(expected[i * n + j]) ==
                                   static_cast<double>(expected[i * n + k]) + w;
                if (!tight || j == i || p[j] != -1) return;
                p[j] = static_cast<std::int32_t>(k);
                queue.push_back(j);
            });
        }
    }
    return answer;
}

/// Vertices in pairs k, k + 20 with arcs of 0 both ways, on a random graph; 40 is on its own.
Graph with_zero_cycles(bool negative) {
    std::vector<Arc> arcs =
        arcs_of(negative ? potential_graph(20, 0.2, 5) : random_graph(20, 0.2, 5));
    for (std::uint32_t i = 0; i < 20; ++i) {
        arcs.push_back({i, i + 20, 0});
        arcs.push_back({i + 20, i, 0});
    }
    return Graph::from_arcs(41, std::move(arcs), "zero cycles");
}

}  // namespace

TEST_CASE("prove: right answers pass, every single wrong entry is found and named") {
    for (const bool negative : {false, true}) {
        const Graph graph = with_zero_cycles(negative);
        for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::i32}) {
            CAPTURE(name(dtype));
            Answer right = answer_of(graph, dtype);
            const Verification passed = prove(graph, right.distances, &right.predecessors);
            CHECK(passed.ok);
            CHECK(passed.failure == "");
            CHECK(passed.method == "proof");
            CHECK(passed.rows_checked == 41);
            for (std::size_t i = 0; i < 41; i += 8) {
                for (std::size_t j = 0; j < 41; ++j) {
                    const double d = right.distances.at(i, j);
                    for (const double wrong : {d + 1, d - 1, kInf, 7.0}) {
                        if (wrong == d) continue;
                        set(right.distances, i, j, wrong);
                        const Verification caught = prove(graph, right.distances);
                        CHECK(!caught.ok);
                        CHECK(caught.row == i);
                        CHECK(caught.column == j);
                        CHECK(caught.failure.find(std::to_string(i) + " -> ") != std::string::npos);
                    }
                    set(right.distances, i, j, d);
                }
            }
        }
    }
}

TEST_CASE("prove: a cycle of length 0 does not hold itself up") {
    // 1 and 2 support each other at any common value; only 0 determines their distance.
    const Graph graph = Graph::from_arcs(3, {{0, 1, 5}, {1, 2, 0}, {2, 1, 0}}, "test");
    for (const float common : {5.0F, 4.0F, -3.0F}) {
        const Matrix d = test::matrix_of<float>(
            3, {0, common, common, infinity<float>(), 0, 0, infinity<float>(), 0, 0});
        const Verification result = prove(graph, d);
        CHECK(result.ok == (common == 5));
        CHECK(verify(graph, d, {.budget = 25}).ok == (common == 5));  // "properties"
        if (result.ok) continue;
        CHECK(result.row == 0);
        CHECK(result.column == 1);
    }
    const Graph apart = Graph::from_arcs(3, {{1, 2, 0}, {2, 1, 0}}, "test");
    const float inf = infinity<float>();
    const Verification result =
        prove(apart, test::matrix_of<float>(3, {0, 5, 5, inf, 0, 0, inf, 0, 0}));
    CHECK(!result.ok);
    CHECK(result.failure == "distance 0 -> 1 is 5, there is no path");
}

TEST_CASE("prove: nothing is right with a negative cycle") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 1}, {1, 2, -2}, {2, 1, 1}}, "test");
    const float inf = infinity<float>();
    const Matrix d = test::matrix_of<float>(3, {0, 1, -1, inf, 0, -2, inf, 1, 0});
    const Verification result = prove(graph, d);
    CHECK(!result.ok);
    CHECK(result.failure.find("negative cycle") != std::string::npos);
}

TEST_CASE("prove: predecessors, each kind of wrong one") {
    const Graph graph = with_zero_cycles(false);
    Answer right = answer_of(graph, Dtype::i32);
    const auto failure = [&](std::size_t i, std::size_t j, std::int32_t p) {
        auto row = right.predecessors.row<std::int32_t>(i);
        const std::int32_t before = std::exchange(row[j], p);
        const Verification result = prove(graph, right.distances, &right.predecessors);
        row[j] = before;
        CHECK(!result.ok);
        CHECK(result.row == i);
        return result.failure;
    };
    CHECK(failure(3, 3, 0) == "predecessor 3 -> 3 is 0, expected -1 on the diagonal");
    CHECK(failure(3, 40, 1) == "predecessor 3 -> 40 is 1, expected -1, as there is no path");
    CHECK(failure(3, 5, -1).find("expected a vertex from 0 to 40") != std::string::npos);
    CHECK(failure(3, 5, 41).find("expected a vertex from 0 to 40") != std::string::npos);
    CHECK(failure(3, 5, 40) == "predecessor 3 -> 5 is 40, there is no arc 40 -> 5");
    // 7 -> 27 -> 7 is tight at both ends, but does not start at the source.
    auto row = right.predecessors.row<std::int32_t>(3);
    row[7] = 27;
    row[27] = 7;
    const Verification circle = prove(graph, right.distances, &right.predecessors);
    CHECK(!circle.ok);
    CHECK(circle.failure.find("never ends in 3") != std::string::npos);
    CHECK((circle.column == 7 || circle.column == 27));

    const Matrix floats(41, Dtype::f32);
    CHECK(prove(graph, right.distances, &floats).failure == "predecessors are f32, expected i32");
    CHECK(!prove(graph, Matrix(40, Dtype::f32)).ok);
}

TEST_CASE("prove: a predecessor over a longer way, and labels in the message") {
    const Graph graph = Graph::from_arcs(3, {{0, 1, 4}, {1, 2, 5}, {0, 2, 10}}, "test");
    const Answer right = answer_of(graph, Dtype::f32);
    Matrix p = right.predecessors.clone();
    p.row<std::int32_t>(0)[2] = 0;
    Labels labels;
    for (const char* word : {"a", "b", "c"}) labels.add(word);
    CHECK(
        prove(graph, right.distances, &p, &labels).failure ==
        "predecessor a -> c is 0, over a and an arc of weight 10 the distance is 10 instead of 9");
    Matrix d = right.distances.clone();
    set(d, 0, 2, 10);
    CHECK(prove(graph, d, nullptr, &labels).failure ==
          "distance a -> c is 10, the shortest path has length 9");
}

TEST_CASE("prove: NaN, and real weights within their roundings") {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i + 1 < 60; ++i) arcs.push_back({i, i + 1, 0.1});
    const Graph graph = Graph::from_arcs(60, arcs, "test");
    Matrix d(60, Dtype::f32);
    for (std::size_t i = 0; i < 60; ++i) {
        float sum = 0;
        for (std::size_t j = 0; j < 60; ++j) {
            d.row<float>(i)[j] = j < i ? infinity<float>() : sum;
            if (j >= i) sum += 0.1F;
        }
    }
    CHECK(prove(graph, d).ok);
    for (const double factor : {0.999, 1.001}) {
        Matrix wrong = d.clone();
        wrong.row<float>(0)[59] *= static_cast<float>(factor);
        CHECK(!prove(graph, wrong).ok);
    }
    d.row<float>(2)[7] = std::numeric_limits<float>::quiet_NaN();
    const Verification nan = prove(graph, d);
    CHECK(!nan.ok);
    CHECK(nan.row == 2);
    CHECK(nan.column == 7);
}

TEST_CASE("prove: all arcs may be tight") {
    std::vector<Arc> arcs;
    for (std::uint32_t k = 0; k < 40 * 40; ++k) arcs.push_back({k / 40, k % 40, 0});
    const Graph graph = Graph::from_arcs(40, arcs, "zeros");
    const Answer right = answer_of(graph, Dtype::u8);
    CHECK(prove(graph, right.distances, &right.predecessors).failure == "");
}

TEST_CASE("prove: dense graphs, and the weight of an arc") {
    const Graph dense = random_graph(50);
    REQUIRE(dense.dense());
    const Answer right = answer_of(dense, Dtype::f32);
    CHECK(prove(dense, right.distances, &right.predecessors).ok);
    CHECK(dense.weight(3, 3) == kInf);
    const Graph sparse = with_zero_cycles(true);
    for (const Graph* graph : {&dense, &sparse}) {
        for (std::size_t i = 0; i < graph->vertices(); ++i) {
            std::vector<double> row(graph->vertices(), kInf);
            graph->for_each_arc(i, [&](std::size_t j, double w) { row[j] = w; });
            for (std::size_t j = 0; j < row.size(); ++j) CHECK(graph->weight(i, j) == row[j]);
        }
    }
}

TEST_CASE("paths: in order, one vertex, none") {
    const Paths paths(test::matrix_of<std::int32_t>(
        4, {-1, 0, 1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1}));
    CHECK(paths.n() == 4);
    CHECK(paths.path(0, 2) == std::vector<std::size_t>{0, 1, 2});
    CHECK(paths.path(1, 2) == std::vector<std::size_t>{1, 2});
    CHECK(paths.path(3, 3) == std::vector<std::size_t>{3});
    CHECK(paths.path(0, 3).empty());
    CHECK(test::error_of([&] { paths.path(0, 4); }).kind == ErrorKind::usage);
}

TEST_CASE("paths: damage is refused, and never runs for ever") {
    const auto damage = [](std::initializer_list<std::int32_t> row) {
        Matrix matrix(4, Dtype::i32);
        for (std::size_t i = 0; i < 4; ++i) {
            std::ranges::copy(row, matrix.row<std::int32_t>(i).begin());
        }
        const Paths paths(std::move(matrix));
        return test::error_of([&] { paths.path(0, 3); });
    };
    CHECK(damage({-1, 2, 1, 2}).has("expected a path without a cycle"));
    CHECK(damage({-1, -1, 1, 2}).has("predecessor 0 -> 1 is -1, expected a vertex from 0 to 3"));
    CHECK(damage({-1, 0, 4, 2}).has("predecessor 0 -> 2 is 4"));
    CHECK(damage({-1, 0, -7, 2}).has("predecessor 0 -> 2 is -7"));
    CHECK(damage({-1, 0, 1, 3}).kind == ErrorKind::bad_input);
    CHECK(test::error_of([] { Paths(Matrix(2, Dtype::f32)); }).has("i32"));
}

}  // namespace apsp

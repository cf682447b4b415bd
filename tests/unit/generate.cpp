// Generated graphs: the same with any number of threads, and of the promised kind.
#include "apsp/generate.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/team.hpp"
#include "graph/components.hpp"
#include "graph/generators.hpp"
#include "negative/bellman_ford.hpp"
#include "oracle.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::error_of;
using test::values_of;

std::vector<double> matrix_values(const Graph& graph) {
    return values_of(graph.to_matrix(Dtype::f64));
}

/// Makes the graph with one thread and with several; both must be the same.
template <class Make>
Graph same_for_any_threads(Make make) {
    const Graph many = make();
    const ThreadLimit alone(1);
    Graph one = make();
    CHECK(many.arcs() == one.arcs());
    CHECK(matrix_values(many) == matrix_values(one));
    return one;
}

}  // namespace

TEST_CASE("generate: the same for any number of threads") {
    same_for_any_threads([] { return random_graph(150); });
    same_for_any_threads([] { return random_graph(150, 0.1, 5); });
    same_for_any_threads([] { return squares_graph(150); });
    same_for_any_threads([] { return ring_graph(150); });
    same_for_any_threads([] { return potential_graph(150, 0.5); });
}

TEST_CASE("generate: the same on every machine") {
    // These were worked out without the library. They must not change, or results of two machines
    // could no longer be compared.
    const Graph graph = random_graph(4, 1, 1);
    const std::vector<double> expected = {0, 9, 2, 1, 3, 0, 9, 1, 9, 4, 0, 3, 2, 8, 2, 0};
    CHECK(matrix_values(graph) == expected);
}

TEST_CASE("generate: a random graph is dense, its weights are 1 to 10 and all about as frequent") {
    const std::size_t n = 200;
    const Graph graph = random_graph(n);
    CHECK(graph.dense());
    CHECK(graph.arcs() == n * (n - 1));
    CHECK(graph.min_weight() == 1);
    CHECK(graph.max_weight() == 10);
    CHECK(graph.integral());
    std::map<double, int> frequency;
    for (std::size_t i = 0; i < n; ++i) {
        graph.for_each_arc(i, [&](std::size_t, double w) { ++frequency[w]; });
    }
    REQUIRE(frequency.size() == 10);
    for (const auto& [weight, count] : frequency) {
        CAPTURE(weight);
        CHECK(std::abs(count - 3980) < 5 * 60);  // five standard deviations
    }
}

TEST_CASE("generate: the density is the share of the arcs") {
    const std::size_t n = 300;
    const double pairs = static_cast<double>(n * (n - 1));
    for (double density : {0.01, 0.2, 0.3, 0.9}) {
        CAPTURE(density);
        const double arcs = static_cast<double>(random_graph(n, density).arcs());
        CHECK(std::abs(arcs - density * pairs) < 5 * std::sqrt(pairs * density * (1 - density)));
    }
    CHECK(random_graph(n, 0).arcs() == 0);
    CHECK(random_graph(1).arcs() == 0);
    CHECK(random_graph(1).vertices() == 1);
}

TEST_CASE("generate: a denser graph holds the arcs of a sparser one, however they are stored") {
    const Graph sparse = random_graph(100, 0.2, 3);
    const Graph dense = random_graph(100, 0.3, 3);
    REQUIRE(!sparse.dense());
    REQUIRE(dense.dense());
    const Matrix few = sparse.to_matrix(Dtype::f32);
    const Matrix many = dense.to_matrix(Dtype::f32);
    std::size_t held = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        sparse.for_each_arc(i, [&](std::size_t j, double w) { held += many.at(i, j) == w; });
    }
    CHECK(held == sparse.arcs());
    CHECK(dense.arcs() > sparse.arcs());
}

TEST_CASE("generate: another seed is another graph") {
    CHECK(matrix_values(random_graph(50, 1, 1)) != matrix_values(random_graph(50, 1, 2)));
    CHECK(matrix_values(squares_graph(50, 1)) != matrix_values(squares_graph(50, 2)));
    CHECK(matrix_values(ring_graph(100, 1)) != matrix_values(ring_graph(100, 2)));
    CHECK(matrix_values(potential_graph(50, 1, 1)) != matrix_values(potential_graph(50, 1, 2)));
    CHECK(random_graph(5, 1, 1).origin() != random_graph(5, 1, 2).origin());
}

TEST_CASE("generate: squares are (i - j)^2 and a noise below 10") {
    const Graph graph = squares_graph(60);
    CHECK(graph.arcs() == 60 * 59);
    bool noisy = false;
    for (std::size_t i = 0; i < 60; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            const double apart = static_cast<double>(i) - static_cast<double>(j);
            const double noise = w - apart * apart;
            CHECK((noise >= 0 && noise < 10 && noise == std::floor(noise)));
            noisy = noisy || noise > 0;
        });
    }
    CHECK(noisy);
}

TEST_CASE("generate: a ring reaches everything, over few arcs") {
    const std::size_t n = 300;
    const Graph graph = ring_graph(n);
    CHECK(graph.max_weight() == 1000);
    CHECK(graph.arcs() >= n);
    CHECK(graph.arcs() < 3 * n);
    for (long long distance : oracle_distances(graph)) REQUIRE(distance != kOracleNoPath);
}

TEST_CASE("generate: a potential graph has negative weights and no negative cycle") {
    for (double density : {0.05, 0.5, 1.0}) {
        CAPTURE(density);
        const Graph graph = potential_graph(120, density, 4);
        CHECK(graph.min_weight() < -50);
        CHECK(graph.integral());
        CHECK(bellman_ford(graph).negative_cycle.empty());
        CHECK_NOTHROW(oracle_distances(graph));
    }
}

TEST_CASE("generate: potentials cancel around a cycle of a potential graph") {
    const Matrix plain = random_graph(40, 1, 9).to_matrix(Dtype::f64);
    const Matrix shifted = potential_graph(40, 1, 9).to_matrix(Dtype::f64);
    const auto around = [](const Matrix& w, std::size_t i, std::size_t j, std::size_t k) {
        return w.at(i, j) + w.at(j, k) + w.at(k, i);
    };
    for (std::size_t i = 0; i + 2 < 40; ++i) {
        CHECK(around(shifted, i, i + 1, i + 2) == around(plain, i, i + 1, i + 2));
    }
    CHECK(values_of(plain) != values_of(shifted));
}

TEST_CASE("generate: what makes no sense is refused") {
    CHECK(error_of([] { random_graph(0); }).kind == ErrorKind::usage);
    CHECK(error_of([] { squares_graph(0); }).kind == ErrorKind::usage);
    CHECK(error_of([] { ring_graph(0); }).kind == ErrorKind::usage);
    CHECK(error_of([] { potential_graph(0); }).kind == ErrorKind::usage);
    for (double density : {-0.1, 1.1, std::nan("")}) {
        CAPTURE(density);
        CHECK(error_of([&] { random_graph(5, density); }).kind == ErrorKind::usage);
        CHECK(error_of([&] { potential_graph(5, density); }).kind == ErrorKind::usage);
    }
    const auto most = Graph::kMaxVertices;
    CHECK(error_of([&] { random_graph(most + 1); }).kind == ErrorKind::out_of_memory);
    CHECK(error_of([&] { ring_graph(most + 1); }).kind == ErrorKind::out_of_memory);
}

TEST_CASE("generate: undirected graphs weigh the same both ways") {
    const Graph graph = same_for_any_threads([] { return undirected_graph(60, 3); });
    CHECK(graph.origin() == "undirected:60,3");
    CHECK(graph.symmetric());
    CHECK(graph.arcs() == 60 * 59);
    CHECK(matrix_values(graph) != matrix_values(undirected_graph(60, 4)));
}

TEST_CASE("generate: a grid joins each vertex with those beside it, above and below") {
    const Graph graph = same_for_any_threads([] { return grid_graph(7, 3); });
    CHECK(graph.origin() == "grid:7,3");
    CHECK(graph.vertices() == 49);
    CHECK(graph.arcs() == 4 * 7 * 6);
    CHECK(graph.symmetric());
    bool near = true;
    for (std::size_t i = 0; i < 49; ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            const std::size_t down = std::max(i / 7, j / 7) - std::min(i / 7, j / 7);
            const std::size_t aside = std::max(i % 7, j % 7) - std::min(i % 7, j % 7);
            near = near && down + aside == 1 && w >= 1 && w <= 10;
        });
    }
    CHECK(near);
    CHECK(grid_graph(1).arcs() == 0);
    CHECK(error_of([] { generate({"grid", 50, 1, 1}); }).kind == ErrorKind::usage);
    CHECK(parse_generated("grid:300")->n == 90000);
    CHECK(to_text(*parse_generated("grid:300,2")) == "grid:300,2");
    CHECK(error_of([] { generate(*parse_generated("grid:99999999")); }).kind ==
          ErrorKind::out_of_memory);
}

TEST_CASE("generate: graphs by the text that names them") {
    for (const std::string text :
         {"random:40,0.5,7", "squares:40,7", "ring:40,7", "potential:40,1,7", "undirected:40,7"}) {
        CAPTURE(text);
        const auto input = parse_generated(text);
        REQUIRE(input);
        CHECK(input->n == 40);
        CHECK(input->seed == 7);
        CHECK(to_text(*input) == text);
        CHECK(generate(*input).origin() == text);
    }
    CHECK(to_text(*parse_generated("random:5")) == "random:5,1,1");
    CHECK(to_text(*parse_generated("ring:5")) == "ring:5,1");
    for (const std::string text :
         {"", "random", "random:", "random:x", "random:5,", "random:5,1,1,1", "random:-5",
          "squares:5,0.5", "squares:5,1,1", "squared:5", ":5", "random:5 "}) {
        CAPTURE(text);
        CHECK(!parse_generated(text));
    }
}

TEST_CASE("generate: a road network is the same on every machine") {
    // Worked out by another program.
    using Row = std::vector<std::pair<std::size_t, double>>;
    const std::vector<Row> expected = {{{1, 96}, {4, 259}},
                                       {{0, 96}, {3, 157}},
                                       {{3, 153}},
                                       {{1, 157}, {2, 153}, {7, 87}},
                                       {{0, 259}, {6, 115}},
                                       {{6, 131}},
                                       {{4, 115}, {5, 131}, {8, 181}},
                                       {{3, 87}, {8, 65}},
                                       {{6, 181}, {7, 65}}};
    const Graph graph = road_graph(9, 1);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        Row row;
        graph.for_each_arc(i, [&](std::size_t j, double w) { row.emplace_back(j, w); });
        CHECK(row == expected[i]);
    }
}

TEST_CASE("generate: a road network is connected and the same both ways") {
    for (const std::size_t n : {1, 2, 3, 7, 100, 20'000}) {
        CAPTURE(n);
        const Graph graph = road_graph(n, 3);
        CHECK(graph.symmetric());
        CHECK(graph.integral());
        CHECK(graph.min_weight() >= (n == 1 ? 0 : 1));
        std::size_t components = 0;
        strong_components(graph, components);
        CHECK(components == 1);
    }
}

}  // namespace apsp

// Negative cycles that are found really are negative cycles, and potentials make every cost
// non-negative.
#include "negative/bellman_ford.hpp"

#include <map>
#include <random>
#include <utility>

#include "apsp/generate.hpp"
#include "base/fixed_point.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

Graph from_arcs(std::size_t n, std::vector<Arc> arcs) {
    return Graph::from_arcs(n, std::move(arcs), "test");
}

/// The weight of a closed walk; fails if one of its arcs does not exist.
long double added_up(const Graph& graph, const std::vector<std::size_t>& cycle) {
    std::map<std::pair<std::size_t, std::size_t>, double> weights;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) { weights[{i, j}] = w; });
    }
    long double sum = 0;
    for (std::size_t a = 0; a < cycle.size(); ++a) {
        const std::pair arc(cycle[a], cycle[(a + 1) % cycle.size()]);
        CAPTURE(arc.first);
        CAPTURE(arc.second);
        REQUIRE(weights.contains(arc));
        sum += weights[arc];
    }
    return sum;
}

void check_cycle(const Graph& graph) {
    const BellmanFord result = bellman_ford(graph);
    REQUIRE(!result.negative_cycle.empty());
    CHECK(result.potentials.size() == 0);
    CHECK(added_up(graph, result.negative_cycle) < 0);
}

void check_potentials(const Graph& graph) {
    const BellmanFord result = bellman_ford(graph);
    CHECK(result.negative_cycle.empty());
    REQUIRE(result.potentials.size() == graph.vertices());
    const Potentials& p = result.potentials;
    std::size_t negative = 0;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            const double terms[] = {w, p.at(i).high, p.at(i).low, -p.at(j).high, -p.at(j).low};
            negative += exact_sum(terms) < 0;
        });
    }
    CHECK(negative == 0);
}

}  // namespace

TEST_CASE("bellman_ford: potentials make every arc 0 or more") {
    check_potentials(from_arcs(1, {}));
    check_potentials(from_arcs(3, {{0, 1, 4}, {1, 2, 0}}));
    check_potentials(from_arcs(4, {{0, 1, -4}, {1, 2, -3}, {2, 0, 7}, {3, 0, -1}}));
    check_potentials(random_graph(50));
    check_potentials(potential_graph(200, 1, 2));
    check_potentials(potential_graph(300, 0.02, 2));
}

TEST_CASE("bellman_ford: a long chain against the order of the vertices") {
    // n - 1 rounds are needed: each vertex learns from the one behind it.
    const std::uint32_t n = 2000;
    std::vector<Arc> arcs;
    for (std::uint32_t i = 1; i < n; ++i) arcs.push_back({i, i - 1, -1});
    const Graph chain = from_arcs(n, arcs);
    check_potentials(chain);
    const auto p = bellman_ford(chain).potentials.high();
    CHECK(p[0] - p[n - 1] == -1999);
    arcs.push_back({0, n - 1, n - 1});
    check_potentials(from_arcs(n, arcs));  // a cycle of exactly 0
    arcs.back().weight = n - 2;
    check_cycle(from_arcs(n, arcs));
}

TEST_CASE("bellman_ford: a negative cycle that is found is one") {
    check_cycle(from_arcs(2, {{0, 1, 1}, {1, 0, -2}}));
    check_cycle(from_arcs(5, {{0, 1, 1}, {1, 2, 1}, {2, 3, -4}, {3, 1, 2}, {3, 4, -100}}));
    // This cycle is reachable only against the numbering, and behind other negative arcs.
    check_cycle(from_arcs(6, {{5, 4, -1}, {4, 3, -1}, {3, 2, 5}, {2, 3, -6}, {0, 1, -9}}));
    Matrix weights = potential_graph(100, 1, 7).to_matrix(Dtype::f32);
    weights.row<float>(70)[31] = -3000;
    check_cycle(Graph::from_matrix(std::move(weights), "test"));
}

TEST_CASE("bellman_ford: a negative self-loop is a cycle of one vertex") {
    const Graph graph = from_arcs(3, {{0, 1, 1}, {2, 2, -1}, {1, 2, 5}});
    CHECK(bellman_ford(graph).negative_cycle == std::vector<std::size_t>{2});
    check_cycle(graph);
}

TEST_CASE("bellman_ford: a cycle of fractions is what their doubles add up to") {
    check_potentials(from_arcs(2, {{0, 1, 0.5}, {1, 0, -0.5}}));
    // In binary 0.1 + 0.2 is more than 0.3, by 2^-55: so one direction is a negative cycle, and the
    // other is not.
    check_potentials(from_arcs(3, {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, -0.3}}));
    check_cycle(from_arcs(3, {{0, 1, -0.1}, {1, 2, -0.2}, {2, 0, 0.3}}));
}

TEST_CASE("bellman_ford: large weights elsewhere hide no cycle") {
    check_cycle(from_arcs(3, {{0, 1, 0.1}, {1, 0, -0.3}, {0, 2, 1e16}}));
    check_cycle(from_arcs(3, {{0, 1, 1}, {1, 0, -3}, {0, 2, 9e15}}));
    check_cycle(from_arcs(4, {{0, 1, 1e300}, {1, 0, -1e300}, {2, 3, 5e-324}, {3, 2, -1e-323}}));
    check_potentials(
        from_arcs(4, {{0, 1, 1e300}, {1, 0, -1e300}, {2, 3, 5e-324}, {3, 2, -5e-324}}));
    Matrix weights(1000, Dtype::f64);
    for (std::size_t i = 0; i < 1000; ++i) {
        std::ranges::fill(weights.row<double>(i), 1e12);
        weights.row<double>(i)[i] = 0;
    }
    weights.row<double>(3)[5] = 0.05;
    weights.row<double>(5)[9] = 0.1;
    weights.row<double>(9)[3] = -0.3;
    const Graph dense = Graph::from_matrix(std::move(weights), "dense");
    check_cycle(dense);
    CHECK(bellman_ford(dense).negative_cycle.size() == 3);
}

TEST_CASE("bellman_ford: cycles of exactly 0, of weights that no sum of doubles holds") {
    // 1e16 + 0.1 needs more than 53 bits; there and back the sum is 0.
    check_potentials(from_arcs(3, {{0, 1, 1e16}, {1, 2, 0.1}, {2, 1, -0.1}, {1, 0, -1e16}}));
    check_cycle(from_arcs(
        4,
        {{0, 1, 1e16}, {1, 2, 0.1}, {2, 3, -0.1}, {3, 0, -1e16}, {3, 2, 0.1}, {2, 0, -1e16 - 2}}));
    CHECK_THROWS_AS(bellman_ford(from_arcs(3, {{0, 1, -1e308}, {1, 2, -1e308}})), Error);
    check_cycle(from_arcs(3, {{0, 1, -1e308}, {1, 2, -1e308}, {2, 0, 1e308}}));
}

TEST_CASE("bellman_ford: a slightly negative cycle of fractions is still one") {
    check_cycle(from_arcs(3, {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, -0.3001}}));
}

TEST_CASE("bellman_ford: roundings around long cycles of 0 are never taken for a negative one") {
    // A ring of differences of potentials: its sum is 0 except for roundings, and every arc has its
    // own rounding.
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> potential(-1, 1);
        const std::uint32_t n = 50 + 17 * seed;
        std::vector<double> p(n);
        for (double& value : p) value = potential(random);
        std::vector<Arc> arcs;
        for (std::uint32_t i = 0; i < n; ++i) {
            for (std::uint32_t hop : {1U, 7U, 20U}) {
                const std::uint32_t j = (i + hop) % n;
                arcs.push_back({i, j, p[j] - p[i]});
            }
        }
        const auto cycle = bellman_ford(from_arcs(n, arcs)).negative_cycle;
        // The exact sum of the doubles may really be below 0 by some roundings; that of a cycle
        // that is shown must be.
        if (!cycle.empty()) CHECK(added_up(from_arcs(n, arcs), cycle) < 0);
    }
}

TEST_CASE("cycle_weight: to within one rounding, and infinite where there is no such cycle") {
    const Graph graph = from_arcs(4, {{0, 1, 1e16}, {1, 2, 1}, {2, 3, -1e16}, {3, 0, -2}});
    CHECK(cycle_weight(graph, {0, 1, 2, 3}) == -1);
    CHECK(cycle_weight(graph, {2, 3, 0, 1}) == -1);
    CHECK(cycle_weight(graph, {0, 1, 2}) == std::numeric_limits<double>::infinity());
    CHECK(cycle_weight(from_arcs(2, {{1, 1, -3}}), {1}) == -3);
}

}  // namespace apsp

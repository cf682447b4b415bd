// Elimination and sweep: what the lists must be, and distances against the oracle.
#include "algorithms/elimination.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "apsp/generate.hpp"
#include "apsp/solve.hpp"
#include "graph/order.hpp"
#include "oracle.hpp"
#include "unit/drawn_graph.hpp"

using apsp::Graph;
using apsp::test::drawn_graph;

TEST_CASE("elimination: lists are of ancestors, and subtrees have consecutive ranks") {
    for (std::size_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        const std::size_t n = graph.vertices();
        std::vector<std::uint32_t> order(n);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, std::mt19937(7));  // whatever the order is
        const auto tree = apsp::make_elimination_tree(graph, order);
        REQUIRE(tree.size() == n);
        std::vector<std::size_t> below(n, 1);
        bool right = true;
        double pairs = 0;
        for (std::size_t x = 0; x < n; ++x) {
            right = right && tree.rank[tree.vertex[x]] == x;
            const auto list =
                std::span(tree.later).subspan(tree.first[x], tree.first[x + 1] - tree.first[x]);
            pairs += static_cast<double>(list.size()) * (static_cast<double>(list.size()) - 1);
            const std::uint32_t parent = tree.parent(x);
            if (parent == apsp::kNoRank) {
                right = right && list.empty() && tree.depth[x] == 0;
                continue;
            }
            right = right && parent > x && std::ranges::is_sorted(list);
            right = right && tree.depth[x] == tree.depth[parent] + 1;
            const auto above =
                std::span(tree.later)
                    .subspan(tree.first[parent], tree.first[parent + 1] - tree.first[parent]);
            right = right && std::ranges::includes(above, list.subspan(1));
            // All of its own have come, and nothing else between.
            for (std::size_t y = x + 1 - below[x]; y < x; ++y) {
                right = right && tree.parent(y) <= x;
            }
            below[parent] += below[x];
        }
        CHECK(right);
        CHECK(tree.relaxations == pairs);
    }
}

TEST_CASE("elimination: thousands of sparse graphs, against the oracle") {
    const auto cpu = apsp::select_device(apsp::list_devices(), "cpu");
    apsp::SolveOptions options;
    options.algorithm = apsp::Algorithm::sparse;
    std::size_t solved = 0, cycles = 0;
    for (std::size_t seed = 0; seed < 3000; ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        std::vector<long long> expected;
        try {
            expected = oracle_distances(graph);
        } catch (const std::domain_error&) {
            CHECK_THROWS_AS(apsp::solve(graph, cpu, options), apsp::NegativeCycle);
            ++cycles;
            continue;
        }
        CHECK(in_oracle_form(apsp::solve(graph, cpu, options).distances) == expected);
        ++solved;
    }
    CHECK(solved > 2500);
    CHECK(cycles > 50);
}

TEST_CASE("elimination: minimum degree takes trees without a further arc") {
    const Graph star = Graph::from_arcs(5, {{4, 0, 1}, {1, 4, 1}, {4, 2, 1}, {3, 4, 1}}, "star");
    const auto tree = apsp::make_elimination_tree(star, apsp::minimum_degree_order(star));
    CHECK(tree.later.size() == 4);
    CHECK(tree.relaxations == 0);
}

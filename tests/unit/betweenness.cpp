// Betweenness, both ways, against its definition: numbers of paths between all pairs.
#include "apsp/betweenness.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "apsp/generate.hpp"
#include "apsp/stop.hpp"
#include "betweenness/loads.hpp"
#include "caught.hpp"
#include "graph/order.hpp"
#include "unit/all_paths.hpp"
#include "unit/ties.hpp"

namespace {

using apsp::Arc;
using apsp::Betweenness;
using apsp::BetweennessMethod;
using apsp::BetweennessOptions;
using apsp::Graph;
using apsp::test::agree;
using apsp::test::arcs_of;
using apsp::test::by_definition;
using apsp::test::diamonds;
using apsp::test::drawn_weights;
using apsp::test::with_ties;

constexpr BetweennessMethod kBoth[] = {BetweennessMethod::elimination, BetweennessMethod::search};

}  // namespace

TEST_CASE("betweenness: thousands of graphs with many ties, both ways, are as defined") {
    std::set<std::size_t> kinds;
    std::size_t compared = 0;
    for (std::size_t seed = 0; seed < 3000; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed) + 77);
        const Graph shape = apsp::test::drawn_graph(seed);
        if (shape.vertices() > 50) continue;
        const Graph graph = with_ties(shape, random);
        BetweennessOptions options = {.endpoints = random() % 2 == 0, .arcs = true};
        options.source_weights = drawn_weights(graph.vertices(), random);
        options.target_weights = drawn_weights(graph.vertices(), random);
        if (random() % 3 == 0) options.cutoff = static_cast<double>(random() % 8);
        const Betweenness expected = by_definition(graph, options);
        for (const BetweennessMethod method : kBoth) {
            CAPTURE(apsp::name(method));
            options.method = method;
            const Betweenness found = apsp::betweenness(graph, options);
            CHECK(found.method == method);
            CHECK(agree(found, expected));
            const apsp::Verification verified = apsp::verify(graph, found, options);
            INFO(verified.failure);
            CHECK(verified.ok);
        }
        ++compared;
    }
    CHECK(compared > 1500);
}

TEST_CASE("betweenness: negative weights, and distances of all sizes") {
    std::size_t negative = 0;
    for (std::size_t seed = 0; seed < 400; ++seed) {
        CAPTURE(seed);
        const Graph graph = apsp::test::drawn_graph(seed);
        if (graph.vertices() > 50) continue;
        BetweennessOptions options = {.arcs = true};
        if (seed % 2 == 1) options.cutoff = static_cast<double>(seed % 50);
        for (const BetweennessMethod method : kBoth) {
            options.method = method;
            Betweenness found;
            const auto refused =
                apsp::test::error_of([&] { found = apsp::betweenness(graph, options); });
            if (refused.kind == apsp::ErrorKind::negative_cycle) continue;
            if (refused.kind == apsp::ErrorKind::usage) {
                CHECK(refused.has("elimination counts no paths up to a cutoff where weights are"));
                CHECK((seed % 2 == 1 && graph.min_weight() < 0));
                continue;
            }
            if (refused.kind == apsp::ErrorKind::bad_input) {
                CHECK(refused.has("weight 0"));
                continue;
            }
            CHECK(agree(found, by_definition(graph, options)));
            negative += graph.min_weight() < 0;
        }
    }
    CHECK(negative > 50);
}

TEST_CASE("betweenness: loads that are wrong are found out") {
    std::mt19937 random(3);
    const Graph grid = apsp::grid_graph(12);
    const std::vector<double> weights(grid.vertices(), 2);
    for (const BetweennessOptions& options :
         {BetweennessOptions{.arcs = true}, BetweennessOptions{.endpoints = true, .arcs = true},
          BetweennessOptions{.source_weights = weights, .arcs = true, .cutoff = 20}}) {
        const Betweenness right = apsp::betweenness(grid, options);
        CHECK(apsp::verify(grid, right, options).ok);
        for (int turn = 0; turn < 50; ++turn) {
            Betweenness wrong = right;
            double& load = turn % 2 == 0 ? wrong.vertices[random() % wrong.vertices.size()]
                                         : wrong.arcs[random() % wrong.arcs.size()];
            load += 1 + load / 1000;
            const apsp::Verification found = apsp::verify(grid, wrong, options);
            CHECK(!found.ok);
            CHECK(found.failure.find("vertex") != std::string::npos);
        }
        // A round trip more is as much load on arcs as in vertices, but a longer path.
        Betweenness longer = right;
        longer.arcs[0] += 1;
        longer.vertices[0] += 1;
        std::size_t arc = 0;
        grid.for_each_arc(0, [&](std::size_t target, double) {
            if (arc++ != 0) return;
            longer.vertices[target] += 1;
            std::size_t back = 0;
            for (std::size_t v = 0; v < grid.vertices(); ++v) {
                grid.for_each_arc(v, [&](std::size_t to, double) {
                    if (v == target && to == 0) longer.arcs[back] += 1;
                    ++back;
                });
            }
        });
        const apsp::Verification found = apsp::verify(grid, longer, options);
        CHECK(found.failure.find("the length of all paths: ") == 0);
    }
    using apsp::test::check_refused;
    check_refused(apsp::ErrorKind::usage, "loads are verified with those of all arcs",
                  [&] { apsp::verify(grid, apsp::betweenness(grid)); });
    check_refused(apsp::ErrorKind::usage, "expected 144 weights", [&] {
        apsp::verify(grid, apsp::betweenness(grid, {.arcs = true}), {.target_weights = {1}});
    });
}

TEST_CASE("betweenness: a cutoff decides what is searched, and how") {
    const Graph grid = apsp::grid_graph(60);
    const Betweenness near_by = apsp::betweenness(grid, {.arcs = true, .cutoff = 3});
    CHECK(near_by.method == BetweennessMethod::search);
    CHECK(apsp::betweenness(grid, {.cutoff = 1e9}).method == BetweennessMethod::elimination);
    const Betweenness eliminated = apsp::betweenness(
        grid, {.arcs = true, .method = BetweennessMethod::elimination, .cutoff = 3});
    CHECK(agree(near_by, eliminated));
    const double none = apsp::betweenness(grid, {.cutoff = 0}).pairs;
    CHECK(none == 0);
    using apsp::test::check_refused;
    for (const double cutoff : {-1.0, std::nan("")}) {
        check_refused(apsp::ErrorKind::usage, "cutoff: expected at least 0",
                      [&] { apsp::betweenness(grid, {.cutoff = cutoff}); });
    }
}

TEST_CASE("betweenness: samples are right on average, and off by as much as they say") {
    std::mt19937 random(5);
    for (const bool equal : {false, true}) {
        Graph graph = with_ties(apsp::random_graph(90, 0.04, 9), random);
        if (equal) {
            std::vector<Arc> arcs = arcs_of(graph);
            for (Arc& arc : arcs) arc.weight = 2;
            graph = Graph::from_arcs(90, std::move(arcs), "equal");
        }
        const std::size_t n = graph.vertices();
        for (const bool endpoints : {false, true}) {
            BetweennessOptions options = {.endpoints = endpoints, .arcs = true};
            options.source_weights.assign(n, 2);
            options.source_weights[7] = 0;
            const Betweenness exact = by_definition(graph, options);
            options.sample = n;
            Betweenness found = apsp::betweenness(graph, options);
            CHECK(agree(found, exact));
            CHECK(found.errors == std::vector<double>(n, 0));

            constexpr std::size_t kTurns = 200;
            options.sample = 20;
            std::vector<double> mean(n, 0), squared_error(n, 0), said(n, 0);
            for (options.seed = 1; options.seed <= kTurns; ++options.seed) {
                found = apsp::betweenness(graph, options);
                for (std::size_t v = 0; v < n; ++v) {
                    const double off = found.vertices[v] - exact.vertices[v];
                    mean[v] += off / kTurns;
                    squared_error[v] += off * off / kTurns;
                    said[v] += found.errors[v] * found.errors[v] / kTurns;
                }
            }
            for (std::size_t v = 0; v < n; ++v) {
                CAPTURE(v);
                const double error = std::sqrt(squared_error[v]);
                CHECK(std::abs(mean[v]) <= 1e-9 + 5 * error / std::sqrt(double{kTurns}));
                CHECK(std::sqrt(said[v]) <= 1e-9 + 1.4 * error);
                CHECK(std::sqrt(said[v]) >= error / 1.4 - 1e-9);
            }
            CHECK(apsp::betweenness(graph, options).vertices ==
                  apsp::betweenness(graph, options).vertices);
        }
        using apsp::test::check_refused;
        check_refused(apsp::ErrorKind::usage, "a sample of one",
                      [&] { apsp::betweenness(graph, {.sample = 1}); });
        check_refused(apsp::ErrorKind::usage, "elimination counts no paths from a sample", [&] {
            apsp::betweenness(graph, {.method = BetweennessMethod::elimination, .sample = 3});
        });
    }
}

TEST_CASE("betweenness: every instruction set finds the same") {
    for (std::size_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const Graph graph = with_ties(apsp::test::drawn_graph(seed), random);
        const apsp::CostArcs arcs(graph);
        const std::vector<double> ones(graph.vertices(), 1);
        const auto counts = apsp::count_by_degree(graph);
        const apsp::LoadQuestion question = {graph, arcs, ones, ones, seed % 2 == 0, true};
        const auto all = apsp::available_load_kernels();
        const Betweenness first = apsp::loads_by_search(question, all[0]).found;
        for (const apsp::LoadKernels& kernels : all) {
            CHECK(agree(apsp::loads_by_elimination(question, counts, kernels).found, first));
            CHECK(agree(apsp::loads_by_search(question, kernels).found, first));
        }
    }
}

TEST_CASE("betweenness: larger graphs, both ways, and a dense one") {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < 1600; ++v) {  // a torus, each way with its own weights
        const std::uint32_t right = v % 40 == 39 ? v - 39 : v + 1, below = (v + 40) % 1600;
        arcs.push_back({v, right, 1.0 + v % 2});
        arcs.push_back({right, v, 2});
        arcs.push_back({v, below, 1.0 + v % 3});
        arcs.push_back({below, v, 1});
    }
    const Graph torus = Graph::from_arcs(1600, std::move(arcs), "torus");
    for (const Graph& graph : {torus, apsp::grid_graph(35), apsp::random_graph(300, 0.01)}) {
        BetweennessOptions options = {.arcs = true, .method = BetweennessMethod::elimination};
        const Betweenness eliminated = apsp::betweenness(graph, options);
        options.method = BetweennessMethod::search;
        CHECK(agree(apsp::betweenness(graph, options), eliminated));
    }
    const Graph dense =
        Graph::from_matrix(apsp::random_graph(40, 0.5).to_matrix(apsp::Dtype::i32), "dense");
    CHECK(agree(apsp::betweenness(dense, {.arcs = true}), by_definition(dense, {})));
}

TEST_CASE("betweenness: ratios are right although numbers of paths are huge") {
    const std::uint32_t k = 900;
    const Graph graph = diamonds(k);
    for (const BetweennessMethod method : kBoth) {
        CAPTURE(apsp::name(method));
        const Betweenness found = apsp::betweenness(graph, {.arcs = true, .method = method});
        for (std::uint32_t d = 0; d < k; ++d) {
            // Half of the pairs from before a diamond to behind it pass each of its sides.
            const double before = 3.0 * d + 1, behind = 3.0 * (k - d - 1) + 1;
            CHECK(agree(found.vertices[3 * d + 1], before * behind / 2));
            CHECK(agree(found.vertices[3 * d + 2], before * behind / 2));
        }
    }
}

TEST_CASE("betweenness: what cannot be counted is refused, and why") {
    using apsp::ErrorKind;
    using apsp::test::check_refused;
    const Graph free = Graph::from_arcs(4, {{0, 1, 2}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}}, "free");
    const Graph pair = Graph::from_arcs(3, {{0, 1, 1}, {1, 2, -2}, {2, 1, 2}}, "pair");
    const Graph half = Graph::from_arcs(2, {{0, 1, -0.5}}, "half");
    const Graph negative = Graph::from_arcs(2, {{0, 1, -2}, {1, 0, 1}}, "negative");
    for (const BetweennessMethod method : kBoth) {
        const BetweennessOptions options = {.method = method};
        const auto count = [&](const Graph& graph) { apsp::betweenness(graph, options); };
        check_refused(ErrorKind::bad_input,
                      "free: a cycle of 3 arcs and weight 0: ", [&] { count(free); });
        check_refused(ErrorKind::bad_input,
                      "a cycle of 2 arcs and weight 0: ", [&] { count(pair); });
        check_refused(ErrorKind::bad_input, "at least 0, or integers, found -0.5",
                      [&] { count(half); });
        check_refused(ErrorKind::negative_cycle, "negative cycle", [&] { count(negative); });
        check_refused(ErrorKind::bad_input, "too many to count", [&] { count(diamonds(1200)); });
        check_refused(ErrorKind::usage, "expected 2 weights", [&] {
            apsp::betweenness(Graph::from_arcs(2, {}, "two"), {.source_weights = {1}});
        });
        check_refused(ErrorKind::usage, "found -1", [&] {
            apsp::betweenness(Graph::from_arcs(2, {}, "two"), {.target_weights = {1, -1}});
        });
    }
}

TEST_CASE("betweenness: a tolerance lets sums of fractions tie") {
    // 0.1 + 0.2 against 0.3, both ways from 0 to 3.
    const Graph graph = Graph::from_arcs(
        4, {{0, 1, 0.1}, {1, 3, 0.2}, {0, 2, 0.2}, {2, 3, 0.1}, {0, 3, 0.3}}, "tenths");
    for (const BetweennessMethod method : kBoth) {
        CAPTURE(apsp::name(method));
        BetweennessOptions options = {.arcs = true, .method = method};
        CHECK(apsp::betweenness(graph, options).vertices[1] == 0);
        options.tolerance = 0.01;
        const Betweenness found = apsp::betweenness(graph, options);
        CHECK(found.vertices[1] == doctest::Approx(1 / 3.0));
        CHECK(apsp::verify(graph, found, options).ok);
        options.cutoff = 0.3;
        CHECK(apsp::betweenness(graph, options).vertices[1] == doctest::Approx(1 / 3.0));
        options.cutoff = 0.29;
        CHECK(apsp::betweenness(graph, options).vertices[1] == 0);
    }
    for (const double wrong : {-1.0, std::nan("")}) {
        apsp::test::check_refused(apsp::ErrorKind::usage, "tolerance: expected at least 0",
                                  [&] { apsp::betweenness(graph, {.tolerance = wrong}); });
    }
}

TEST_CASE("betweenness: a requested stop is noticed") {
    std::stop_source source;
    source.request_stop();
    const apsp::StopScope scope(source.get_token());
    for (const BetweennessMethod method : kBoth) {
        CHECK_THROWS_AS(apsp::betweenness(apsp::grid_graph(100), {.method = method}),
                        apsp::Stopped);
    }
}

TEST_CASE("betweenness: loads are divided by NetworkX's numbers of pairs") {
    CHECK(apsp::pairs_past_vertex(5) == 12);
    CHECK(apsp::pairs_past_vertex(5, true) == 20);
    CHECK(apsp::pairs_past_arc(5) == 20);
    CHECK(apsp::pairs_past_vertex(2) == 1);
    CHECK(apsp::pairs_past_arc(1) == 1);
}

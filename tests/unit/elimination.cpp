// Elimination and sweep: properties of the lists, and distances against the oracle.
#include "algorithms/elimination.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "apsp/elimination.hpp"
#include "apsp/generate.hpp"
#include "apsp/solve.hpp"
#include "backends/backend.hpp"
#include "caught.hpp"
#include "draw.hpp"
#include "graph/order.hpp"
#include "oracle.hpp"
#include "same_statistics.hpp"
#include "same_sums.hpp"
#include "solve/plan.hpp"
#include "solve/planned_rows.hpp"
#include "statistics/statistics.hpp"
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
        std::ranges::shuffle(order, std::mt19937(7));  // any order must do
        const auto counts = apsp::count_elimination(apsp::Neighbours(graph), order);
        const auto tree = apsp::make_elimination_tree(counts, apsp::kNoRank);
        REQUIRE(tree.size() == n);
        REQUIRE(tree.core == n);
        CHECK(tree.vertex == counts.vertex);
        std::vector<std::size_t> below(n, 1);
        bool right = true;
        for (std::size_t x = 0; x < n; ++x) {
            right = right && tree.rank[tree.vertex[x]] == x;
            const auto list =
                std::span(tree.later).subspan(tree.first[x], tree.first[x + 1] - tree.first[x]);
            right = right && list.size() == counts.length[x] && below[x] == counts.below[x];
            const std::uint32_t parent = tree.parent(x);
            right = right && parent == counts.parent[x];
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
            // The vertices below x come just before it, with no others in between.
            for (std::size_t y = x + 1 - below[x]; y < x; ++y) {
                right = right && tree.parent(y) <= x;
            }
            below[parent] += below[x];
        }
        CHECK(right);
    }
}

TEST_CASE("elimination: the core is closed upwards, and lists beside it are no longer than asked") {
    for (std::size_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        const auto counts = apsp::count_by_degree(graph);
        const auto whole = apsp::make_elimination_tree(counts, apsp::kNoRank);
        for (const std::uint32_t longest : {0u, 1u, 2u, 5u, 20u}) {
            const auto tree = apsp::make_elimination_tree(counts, longest);
            bool right = tree.first.size() == tree.core + 1;
            for (std::size_t x = 0; x < tree.core; ++x) {
                const std::size_t length = tree.first[x + 1] - tree.first[x];
                right = right && length <= longest;
                // The list is the same as without a core.
                const std::size_t same = whole.rank[tree.vertex[x]];
                std::vector<std::uint32_t> own, expected;
                for (std::size_t a = 0; a < length; ++a) {
                    own.push_back(tree.vertex[tree.later[tree.first[x] + a]]);
                }
                for (std::size_t a = whole.first[same]; a < whole.first[same + 1]; ++a) {
                    expected.push_back(whole.vertex[whole.later[a]]);
                }
                std::ranges::sort(own);
                std::ranges::sort(expected);
                right = right && own == expected;
                const std::uint32_t parent = tree.parent(x);
                right = right &&
                        tree.depth[x] ==
                            (parent == apsp::kNoRank ? tree.core_size() : tree.depth[parent] + 1);
            }
            CHECK(right);
        }
    }
}

TEST_CASE("elimination: what choose_core counts is what there is") {
    for (std::size_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        const auto counts = apsp::count_by_degree(graph);
        const auto wanted = static_cast<double>(seed % 50);
        const auto choice = apsp::choose_core(counts, [&](const apsp::EliminationWork& work) {
            return 1 + std::abs(static_cast<double>(work.core) - wanted);
        });
        const auto tree = apsp::make_elimination_tree(counts, choice.work.longest);
        CHECK(choice.work.core == tree.core_size());
        CHECK(choice.work.down == static_cast<double>(tree.later.size()));
        double pairs = 0, up = 0;
        for (std::uint32_t x = 0; x < tree.core; ++x) {
            const auto length = static_cast<double>(tree.first[x + 1] - tree.first[x]);
            pairs += length * (length - 1);
            for (std::uint32_t y = x; y != apsp::kNoRank; y = tree.parent(y)) {
                up += static_cast<double>(tree.first[y + 1] - tree.first[y]);
            }
        }
        CHECK(choice.work.eliminate == pairs);
        CHECK(choice.work.up == up);
    }
}

TEST_CASE("elimination: all is core where no list is short enough") {
    const Graph graph = apsp::random_graph(60);
    const auto counts = apsp::count_by_degree(graph);
    const auto choice = apsp::choose_core(counts, [](const apsp::EliminationWork& work) {
        return work.longest > 20 ? INFINITY : static_cast<double>(60 - work.core);
    });
    CHECK(choice.work.core == 60);
    CHECK(choice.work.longest == 0);
}

TEST_CASE("elimination: thousands of sparse graphs, against the oracle") {
    const auto cpu = apsp::select_device(apsp::list_devices(), "cpu");
    apsp::SolveOptions options;
    options.algorithm = apsp::Algorithm::sparse;
    std::size_t solved = 0, cycles = 0;
    for (std::size_t seed = 0; seed < draws(3000); ++seed) {
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
    CHECK(solved > draws(2500));
    CHECK(cycles > draws(50));
}

TEST_CASE("elimination: minimum degree takes trees without a further arc") {
    const Graph star = Graph::from_arcs(5, {{4, 0, 1}, {1, 4, 1}, {4, 2, 1}, {3, 4, 1}}, "star");
    const auto counts = apsp::count_by_degree(star);
    CHECK(apsp::make_elimination_tree(counts, apsp::kNoRank).later.size() == 4);
}

TEST_CASE("elimination: ranges of vertices are ordered at a time, wherever neighbours are") {
    const Graph road = apsp::road_graph(80000, 5);  // several ranges
    const std::size_t n = road.vertices();
    std::vector<std::uint32_t> place(n);
    std::iota(place.begin(), place.end(), 0);
    std::ranges::shuffle(place, std::mt19937(7));
    std::vector<apsp::Arc> arcs;
    for (std::size_t i = 0; i < n; ++i) {
        road.for_each_arc(i, [&](std::size_t j, double w) {
            arcs.push_back({place[i], place[j], w});
        });
    }
    std::vector<std::size_t> entries;
    for (const Graph& graph : {road, Graph::from_arcs(n, arcs, "shuffled")}) {
        const apsp::Neighbours neighbours(graph);
        const auto order = apsp::minimum_degree_order(neighbours);
        std::vector<char> seen(n, 0);
        for (const std::uint32_t v : order) seen[v] = 1;
        CHECK(order.size() == n);
        CHECK(std::ranges::count(seen, 1) == static_cast<std::ptrdiff_t>(n));
        const auto counts = apsp::count_elimination(neighbours, order);
        entries.push_back(std::accumulate(counts.length.begin(), counts.length.end(), 0UL));
    }
    CHECK(entries[0] < entries[1] * 11 / 10);
    CHECK(entries[1] < entries[0] * 11 / 10);
}

TEST_CASE("elimination: nested dissection orders all vertices, with shorter lists on a mesh") {
    for (std::size_t seed = 0; seed < 100; ++seed) {
        const Graph graph = drawn_graph(seed);
        auto order = apsp::nested_dissection_order(apsp::Neighbours(graph));
        std::ranges::sort(order);
        CHECK(order == apsp::vertices_in({0, graph.vertices()}));
    }
    const Graph mesh = apsp::grid_graph(60);
    const auto longest = [&](const std::vector<std::uint32_t>& order) {
        return std::ranges::max(apsp::count_elimination(apsp::Neighbours(mesh), order).longest);
    };
    const std::uint32_t by_degree = longest(apsp::minimum_degree_order(apsp::Neighbours(mesh)));
    if (apsp::can_dissect())
        CHECK(longest(apsp::nested_dissection_order(apsp::Neighbours(mesh))) < by_degree);
}

TEST_CASE("elimination: rows on demand, whatever the core, are those of the closure") {
    for (std::size_t seed = 0; seed < draws(600); ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        const std::size_t n = graph.vertices();
        if (graph.min_weight() < 0) continue;
        const std::vector<long long> expected = oracle_distances(graph);
        const auto order = seed % 4 == 0 ? apsp::nested_dissection_order(apsp::Neighbours(graph))
                                         : apsp::minimum_degree_order(apsp::Neighbours(graph));
        const auto counts = apsp::count_elimination(apsp::Neighbours(graph), order);
        for (const std::uint32_t longest : {0u, 2u, 6u, apsp::kNoRank}) {
            CAPTURE(longest);
            apsp::SolvePlan plan =
                apsp::plan_solve(graph, {apsp::select_device(apsp::list_devices(), "cpu")},
                                 {.algorithm = apsp::Algorithm::sparse, .dtype = apsp::Dtype::i32});
            plan.tree = std::make_shared<const apsp::EliminationTree>(
                apsp::make_elimination_tree(counts, longest));
            plan.parts.resize(1 + seed % 3, plan.parts.front());  // several share the work
            apsp::Solution solution;
            apsp::PlannedRows made(plan, graph, solution);
            apsp::Matrix all(n, apsp::Dtype::i32);
            made.make_all(all, apsp::rows_into(all), {});
            CHECK(in_oracle_form(all) == expected);
            CHECK(made.reduce({0, n}, {}) ==
                  apsp::reduce_rows(all, apsp::RowQuestion(all.dtype()), {0, n}));
            // Sources in any order, some more than once.
            std::mt19937 random(static_cast<unsigned>(seed));
            std::vector<std::uint32_t> sources(1 + random() % 300);
            for (std::uint32_t& source : sources) source = static_cast<std::uint32_t>(random() % n);
            apsp::Matrix some(sources.size(), n, apsp::Dtype::i32);
            made.make(sources, some.data());
            bool same = true;
            for (std::size_t i = 0; i < sources.size(); ++i) {
                same = same && std::ranges::equal(some.row<std::int32_t>(i),
                                                  all.row<std::int32_t>(sources[i]));
            }
            CHECK(same);
        }
    }
}

TEST_CASE("elimination: graphs of the same arcs share one") {
    const auto cpu = apsp::select_device(apsp::list_devices(), "cpu");
    for (std::size_t seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        const Graph graph = drawn_graph(seed);
        if (graph.min_weight() < 0 || graph.arcs() == 0) continue;
        apsp::SolveOptions options;
        options.algorithm = apsp::Algorithm::sparse;
        options.elimination = std::make_shared<const apsp::Elimination>(graph);
        std::mt19937 random(static_cast<unsigned>(seed));
        std::vector<double> weights(graph.arcs());
        for (double& weight : weights) weight = static_cast<double>(random() % 50);
        const Graph other = graph.reweighted(weights);
        CHECK(options.elimination->fits(other));
        CHECK(std::ranges::equal(other.weights(), weights));
        CHECK(in_oracle_form(apsp::solve(other, cpu, options).distances) ==
              oracle_distances(other));
        CHECK_THROWS_AS(graph.reweighted({}), apsp::Error);
        const Graph star = Graph::from_arcs(3, {{0, 1, 1}, {0, 2, 1}}, "star");
        const auto refused = apsp::test::error_of([&] { apsp::solve(star, cpu, options); });
        CHECK(refused.has("belongs to a graph with other arcs"));
    }
}

TEST_CASE("sparse: sums of rows are those of the matrix, in every type and instruction set") {
    for (const std::string_view isa : apsp::variants(apsp::cpu_device(), apsp::Algorithm::kleene)) {
        for (const apsp::Dtype dtype : {apsp::Dtype::u8, apsp::Dtype::i16, apsp::Dtype::i32}) {
            for (const std::uint64_t seed : {1u, 2u, 3u}) {
                CAPTURE(isa);
                CAPTURE(apsp::name(dtype));
                // Not connected, and with distances near the ends of the small types.
                const Graph graph = apsp::random_graph(300, 2.0 / 300, seed);
                apsp::SolvePlan plan = apsp::plan_solve(graph, {apsp::cpu_device()},
                                                        {.algorithm = apsp::Algorithm::sparse,
                                                         .dtype = dtype,
                                                         .statistics = true,
                                                         .statistics_options = {.harmonic = true},
                                                         .keep_distances = false});
                CHECK(plan.reduces);
                for (apsp::PartPlan& part : plan.parts) part.engine.variant = isa;
                apsp::Solution solution;
                const auto reduced = apsp::PlannedRows(plan, graph, solution).reduce({0, 300}, {});
                const apsp::Matrix all =
                    apsp::solve(graph, apsp::cpu_device(), {.dtype = dtype}).distances;
                CHECK(apsp::test::same_sums(
                    reduced, apsp::reduce_rows(all, plan.question(), {0, graph.vertices()})));
            }
        }
    }
}

TEST_CASE("elimination: floats are added up as they are found") {
    const apsp::Device cpu = apsp::select_device(apsp::list_devices(), "cpu");
    const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); };
    for (std::size_t seed = 0; seed < draws(300); ++seed) {
        CAPTURE(seed);
        std::vector<apsp::Arc> arcs;
        const Graph drawn = drawn_graph(seed);
        const std::size_t n = drawn.vertices();
        for (std::size_t i = 0; i < n; ++i) {
            drawn.for_each_arc(i, [&](std::size_t j, double w) {
                arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                                std::abs(w) / 4 + 0.25});  // so that sums are exact
            });
        }
        const Graph graph = Graph::from_arcs(n, arcs, "fractions");
        apsp::SolveOptions options = {.algorithm = apsp::Algorithm::sparse,
                                      .dtype = seed % 2 == 0 ? apsp::Dtype::f32 : apsp::Dtype::f64};
        const apsp::Matrix all = apsp::solve(graph, cpu, options).distances;
        apsp::StatisticsOptions& asked = options.statistics_options;
        asked.harmonic = seed % 3 == 0;
        if (seed % 4 != 0) asked.bounds = {0.02, 0.5, 1.25, 3, 3.5, 9};
        asked.within = seed % 4 == 1;
        for (std::size_t v = 0; v < n && asked.within && seed % 8 == 1; ++v) {
            asked.weights.push_back(static_cast<double>(v % 7));
        }
        options.statistics = options.summary = true;
        options.keep_distances = false;
        REQUIRE(apsp::plan_solve(graph, {cpu}, options).reduces);
        const apsp::Solution solution = apsp::solve(graph, cpu, options);
        const apsp::Statistics& found = *solution.statistics;
        const apsp::Summary sum = apsp::summarize(all);
        CHECK(solution.summary->sum == sum.sum);
        CHECK(solution.summary->max == sum.max);
        CHECK(solution.summary->reachable_pairs == sum.reachable_pairs);
        const apsp::Statistics expected = apsp::statistics(all, asked);
        apsp::test::check_statistics(found, expected);
        CHECK(found.histogram == expected.histogram);
        CHECK(found.within == expected.within);
        bool right = true;
        for (std::size_t v = 0; v < n; ++v) {
            const auto &a = found.vertices[v], &b = expected.vertices[v];
            right = right && a.reachable == b.reachable && a.eccentricity == b.eccentricity &&
                    near(a.harmonic, b.harmonic);
        }
        CHECK(right);
    }
}

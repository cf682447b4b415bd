// Searches from every source: rows against the oracle, over every type and semiring.
#include "algorithms/search.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "algorithms/relax_arcs.hpp"
#include "apsp/errors.hpp"
#include "apsp/generate.hpp"
#include "apsp/stop.hpp"
#include "base/team.hpp"
#include "device/closure.hpp"
#include "draw.hpp"
#include "graph/padding.hpp"
#include "negative/bellman_ford.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Arc;
using apsp::Dtype;
using apsp::Graph;
using apsp::Semiring;

std::vector<std::uint32_t> all_vertices(const Graph& graph) {
    std::vector<std::uint32_t> vertices(graph.vertices());
    std::iota(vertices.begin(), vertices.end(), 0);
    return vertices;
}

/// What is wrong with these rows: the first entry that differs from the oracle's, or "".
std::string wrong_rows(const Graph& graph, Dtype dtype, Semiring s,
                       const std::vector<double>& expected,
                       const std::vector<std::uint32_t>& sources) {
    const std::size_t n = graph.vertices(), ld = apsp::padded(n);
    const auto search = apsp::make_search(graph, dtype, s);
    return apsp::visit(dtype, [&](auto null) -> std::string {
        using T = decltype(null);
        std::vector<T> rows(sources.size() * ld + 1, T{77});
        search->make(sources, rows.data());
        if (rows.back() != T{77}) return "written behind the rows";
        for (std::size_t k = 0; k < sources.size(); ++k) {
            for (std::size_t j = 0; j < n; ++j) {
                const double e = expected[sources[k] * n + j];
                const bool none = e == apsp::zero<double>(s) ||
                                  (s == Semiring::min_plus && e > apsp::path_limit<T>());
                const bool empty = j == sources[k];
                const T wanted = none    ? apsp::zero<T>(s)
                                 : empty ? apsp::one<T>(s)
                                         : static_cast<T>(e);
                const T found = rows[k * ld + j];
                if (found == wanted) continue;
                return fmt::format("{} over {}, ({}, {}) is {}, expected {}", name(dtype), name(s),
                                   sources[k], j, found, wanted);
            }
        }
        return "";
    });
}

std::string wrong_rows(const Graph& graph, Dtype dtype, Semiring s) {
    return wrong_rows(graph, dtype, s, closure(graph, s), all_vertices(graph));
}

Graph with_weights(const Graph& graph, std::size_t seed, const auto& weight) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double) {
            arcs.push_back({i, static_cast<std::uint32_t>(j), weight(random)});
        });
    }
    return Graph::from_arcs(graph.vertices(), std::move(arcs), "weighted anew");
}

/// A graph of n vertices, each joined to some later ones whose numbers differ by less than `steps`.
Graph ladder_graph(std::size_t n, std::size_t steps, double weight) {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = i + 1; j < std::min(n, i + 1 + steps); j += 2) {
            arcs.push_back({i, j, weight});
            if (i % 3 == 0) arcs.push_back({j, i, weight});
        }
    }
    return Graph::from_arcs(n, std::move(arcs), "ladder");
}

}  // namespace

TEST_CASE("search: thousands of sparse graphs, in every type and semiring") {
    std::set<std::pair<Dtype, Semiring>> combinations;
    for (std::size_t seed = 0; seed < draws(3000); ++seed) {
        CAPTURE(seed);
        const Graph shape = apsp::test::drawn_graph(seed);
        const Semiring s = apsp::kSemirings[seed % apsp::kSemirings.size()];
        const Graph graph = with_weights(shape, seed, [&](std::mt19937& random) -> double {
            const auto draw = [&](std::size_t end) { return apsp::test::number(random, end); };
            if (s == Semiring::max_times) return draw(3) == 0 ? 0.5 : 1;  // exact products
            switch (seed / 5 % 4) {
                case 0: return 7;
                case 1: return draw(2);
                case 2: return draw(100);
                default: return draw(4) == 0 ? 0 : draw(10);
            }
        });
        const auto expected = closure(graph, s);
        for (const Dtype dtype : apsp::kDtypes) {
            if (!defined_in(s, dtype)) continue;
            combinations.insert({dtype, s});
            CHECK(wrong_rows(graph, dtype, s, expected, all_vertices(graph)) == "");
        }
    }
    CHECK(combinations.size() == 3 * 5 + 2 + 1);
}

TEST_CASE("search: weights of either sign over bottlenecks, and over sums by potentials") {
    std::size_t searched = 0;
    for (std::size_t seed = 0; seed < draws(600); ++seed) {
        CAPTURE(seed);
        Graph graph = apsp::test::drawn_graph(seed);
        for (const Semiring s : {Semiring::max_min, Semiring::min_max}) {
            for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::i32, Dtype::i16}) {
                CHECK(wrong_rows(graph, dtype, s) == "");
            }
        }
        if (graph.min_weight() >= 0) continue;
        const apsp::BellmanFord found = apsp::bellman_ford(graph);
        if (!found.negative_cycle.empty()) continue;
        const std::size_t n = graph.vertices();
        auto expected = closure(graph, Semiring::min_plus);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                expected[i * n + j] += found.potentials.high()[i] - found.potentials.high()[j];
            }
        }
        graph.set_potentials(found.potentials);
        for (const Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::i32, Dtype::i16}) {
            CHECK(wrong_rows(graph, dtype, Semiring::min_plus, expected, all_vertices(graph)) ==
                  "");
        }
        ++searched;
    }
    CHECK(searched > draws(100));
}

TEST_CASE("search: any sources, in any number, by one thread and by several") {
    for (const bool equal : {false, true}) {
        const Graph shape = ladder_graph(700, 9, 3);
        const Graph graph = with_weights(shape, 1, [&](std::mt19937& random) -> double {
            return equal ? 3 : 1 + apsp::test::number(random, 9);
        });
        const auto expected = closure(graph, Semiring::min_plus);
        std::mt19937 random(5);
        for (const std::size_t count : {0, 1, 2, 63, 64, 65, 130, 257, 600, 1101, 2100}) {
            CAPTURE(equal);
            CAPTURE(count);
            const apsp::ThreadLimit threads(count % 2 == 0 ? 1 : 3);
            std::vector<std::uint32_t> sources(count);
            std::ranges::generate(sources, [&] { return apsp::test::number(random, 700); });
            for (std::size_t k = 1; k < count; k += 5) sources[k] = sources[0];
            for (const Dtype dtype : {Dtype::f32, Dtype::i16}) {
                CHECK(wrong_rows(graph, dtype, Semiring::min_plus, expected, sources) == "");
            }
        }
    }
}

TEST_CASE("search: as many levels as a path has vertices, and sums beyond the type") {
    for (const Graph& path : {ladder_graph(600, 1, 1), ladder_graph(400, 1, 60)}) {
        const auto expected = closure(path, Semiring::min_plus);
        for (const Dtype dtype : apsp::kDtypes) {
            CHECK(wrong_rows(path, dtype, Semiring::min_plus, expected, all_vertices(path)) == "");
        }
    }
}

TEST_CASE("search: equal weights add up as those of a path do") {
    const Graph path = ladder_graph(300, 1, 0.1);
    const auto search = apsp::make_search(path, Dtype::f32, Semiring::min_plus);
    std::vector<float> row(apsp::padded(300));
    search->make(std::vector<std::uint32_t>{0}, row.data());
    float sum = 0;
    for (std::size_t j = 0; j < 300; ++j) {
        CHECK(row[j] == sum);
        sum += 0.1F;
    }
}

TEST_CASE("search: dense graphs, and single vertices") {
    CHECK(wrong_rows(apsp::random_graph(150), Dtype::i32, Semiring::min_plus) == "");
    CHECK(wrong_rows(apsp::squares_graph(100), Dtype::f64, Semiring::min_plus) == "");
    for (const Semiring s : apsp::kSemirings) {
        for (const Dtype dtype : apsp::kDtypes) {
            if (!defined_in(s, dtype)) continue;
            CHECK(wrong_rows(Graph::from_arcs(1, {}, "one"), dtype, s) == "");
            CHECK(wrong_rows(Graph::from_arcs(3, {}, "isolated"), dtype, s) == "");
        }
    }
}

TEST_CASE("search: all rows of a matrix, and stopped where a stop was requested") {
    for (const double weight : {1.0, 0.0}) {
        const Graph graph = weight == 0 ? apsp::ring_graph(200) : ladder_graph(200, 5, weight);
        const auto search = apsp::make_search(graph, Dtype::i32, Semiring::min_plus);
        apsp::Matrix matrix(200, Dtype::i32);
        double last = 0;
        search->make_all(matrix, apsp::rows_into(matrix), [&](double share) { last = share; });
        CHECK(last == 1);
        CHECK(first_difference(matrix, closure(graph, Semiring::min_plus), Semiring::min_plus) ==
              "");
        std::stop_source source;
        source.request_stop();
        const apsp::StopScope scope(source.get_token());
        CHECK_THROWS_AS(search->make_all(matrix, apsp::rows_into(matrix), {}), apsp::Stopped);
        std::vector<std::int32_t> row(apsp::padded(200));
        CHECK_THROWS_AS(search->make(std::vector<std::uint32_t>{7}, row.data()), apsp::Stopped);
    }
}

TEST_CASE("search: every instruction set relaxes arcs as the semiring says") {
    std::mt19937 random(11);
    const auto check = [&](auto null, Semiring s) {
        using T = decltype(null);
        constexpr std::size_t kLanes = apsp::kLabelLanes<T>;
        const auto draw = [&]() -> T {
            if (random() % 4 == 0) return apsp::zero<T>(s);
            const auto drawn = static_cast<T>(apsp::test::number(random, 120));
            return s == Semiring::max_times ? drawn / T{120} : drawn;
        };
        struct alignas(64) LaneLabels {
            T lane[9][kLanes];
        } start;
        for (auto& label : start.lane) std::ranges::generate(label, draw);
        std::vector<apsp::SearchArc<T>> arcs(8);
        for (std::uint32_t j = 0; j < 8; ++j) arcs[j] = {j + 1, draw()};
        for (const auto relax : apsp::available_relax_arcs<T>(s)) {
            LaneLabels labels = start;
            std::vector<apsp::SearchArc<T>> improved(8);
            improved.resize(relax(arcs.data(), 8, labels.lane[0], 0, improved.data()));
            std::size_t next = 0;
            for (const auto [j, w] : arcs) {
                T best = apsp::zero<T>(s);
                bool changed = false, right = true;
                for (std::size_t k = 0; k < kLanes; ++k) {
                    const T old = start.lane[j][k], path = apsp::times(s, start.lane[0][k], w);
                    const T wanted = apsp::plus(s, old, path);
                    right = right && labels.lane[j][k] == wanted;
                    if (wanted == old) continue;
                    changed = true;
                    best = apsp::plus(s, best, wanted);
                }
                CHECK(right);
                if (!changed) continue;
                REQUIRE(next < improved.size());
                CHECK(improved[next].target == j);
                CHECK(improved[next++].weight == best);
            }
            CHECK(next == improved.size());
        }
    };
    for (const Semiring s : apsp::kSemirings) {
        for (const Dtype dtype : apsp::kDtypes) {
            if (s == Semiring::or_and || !defined_in(s, dtype)) continue;
            for (int again = 0; again < 20; ++again) {
                apsp::visit(dtype, [&](auto null) { check(null, s); });
            }
        }
    }
}

TEST_CASE("search: what it is expected to take grows with the graph and with the type") {
    const Graph small = ladder_graph(100, 5, 3), large = ladder_graph(1000, 5, 3);
    const Graph drawn = with_weights(
        large, 1, [](std::mt19937& random) -> double { return apsp::test::number(random, 9); });
    using enum Dtype;
    const auto seconds = [](const Graph& graph, Dtype dtype) {
        return apsp::search_seconds_per_row(graph, dtype, Semiring::min_plus);
    };
    CHECK(seconds(small, f32) < seconds(large, f32));
    CHECK(seconds(large, f32) < seconds(drawn, f32));
    CHECK(seconds(drawn, f32) < seconds(drawn, f64));
    CHECK(apsp::search_bytes(drawn, f32, Semiring::min_plus, 4) >
          3 * apsp::search_bytes(drawn, f32, Semiring::min_plus, 1) / 2);
}

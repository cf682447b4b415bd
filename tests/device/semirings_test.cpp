// Every semiring, type and way of solving against a plain loop over doubles; half the work for
// symmetric matrices; and distances at the limits of a type.
#include <doctest/doctest.h>

#include <cmath>

#include "device/closure.hpp"
#include "device/devices.hpp"

namespace {

using apsp::Dtype;
using apsp::Graph;
using apsp::Semiring;

/// The pattern with its weights mapped by a function; `both_ways` adds the reverse arcs.
template <class F>
Graph reweighted(const Graph& pattern, bool both_ways, F&& weight) {
    std::vector<apsp::Arc> arcs;
    for (std::size_t i = 0; i < pattern.vertices(); ++i) {
        pattern.for_each_arc(i, [&](std::size_t j, double w) {
            const auto a = static_cast<std::uint32_t>(i), b = static_cast<std::uint32_t>(j);
            if (!both_ways) arcs.push_back({a, b, weight(w)});
            if (both_ways && i < j) {
                arcs.push_back({a, b, weight(w)});
                arcs.push_back({b, a, weight(w)});
            }
        });
    }
    return Graph::from_arcs(pattern.vertices(), std::move(arcs), "reweighted");
}

Graph input_for(Semiring s, std::size_t n, double density) {
    const Graph pattern = apsp::random_graph(n, density, n + 3);
    return reweighted(pattern, false, [&](double w) {
        if (s == Semiring::max_times) return std::exp2(-std::floor(w / 4));  // exact products
        if (s == Semiring::max_min) return w * w;
        return w;
    });
}

void check_all_ways(const Graph& graph, Semiring s, bool symmetric, Solves& solves) {
    const auto expected = closure(graph, s);
    for (const apsp::Device& device : devices_under_test()) {
        for (apsp::SolveOptions way : ways_to_solve(device, s)) {
            // Halving the work does not depend on the tile.
            if (symmetric && (!has_half(way.algorithm) || way.tile != 0)) continue;
            if (is_llvmpipe(device) && way.block != 0) continue;  // slow
            if (!fits(graph, way)) continue;
            way.symmetric = symmetric;
            CAPTURE(graph.vertices());
            CAPTURE(label(device));
            CAPTURE(apsp::name(s));
            CAPTURE(apsp::name(way.algorithm));
            CAPTURE(way.variant);
            CAPTURE(apsp::name(*way.dtype));
            CAPTURE(way.tile);
            CAPTURE(way.block);
            CAPTURE(symmetric);
            const auto solution = solves(graph, device, way);
            CHECK(solution.symmetric == symmetric);
            CHECK(first_difference(solution.distances, expected, s) == "");
        }
    }
}

/// Sizes of one tile, and of several tiles in several blocks.
std::vector<std::size_t> some_sizes() {
    const std::size_t largest = sizes_under_test().back();
    std::vector<std::size_t> sizes;
    for (std::size_t n : {5, 65, 197}) {
        if (n <= largest) sizes.push_back(n);
    }
    return sizes;
}

/// Requires that so many graphs were solved in each type on every device.
void require_all_types(Solves& solves, Semiring s, std::size_t graphs) {
    CAPTURE(apsp::name(s));
    for (const apsp::Device& device : devices_under_test()) {
        solves.require(graphs, device, types_of(device, s));
    }
}

/// 0 -> 1 -> ... with these weights.
Graph chain(const std::vector<double>& weights) {
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < weights.size(); ++i) arcs.push_back({i, i + 1, weights[i]});
    return Graph::from_arcs(weights.size() + 1, std::move(arcs), "chain");
}

}  // namespace

TEST_CASE("semirings: every way agrees with a plain loop") {
    for (Semiring s : apsp::kSemirings) {
        if (s == Semiring::min_plus) continue;  // see solve_test.cpp
        Solves solves;
        for (std::size_t n : some_sizes()) {
            check_all_ways(input_for(s, n, 0.5), s, false, solves);
            check_all_ways(input_for(s, n, 1.5 / static_cast<double>(n + 1)), s, false, solves);
        }
        require_all_types(solves, s, 2 * some_sizes().size());
    }
}

TEST_CASE("semirings: bottlenecks of negative weights") {
    for (Semiring s : {Semiring::max_min, Semiring::min_max}) {
        Solves solves;
        for (std::size_t n : {5, 65}) {
            const Graph graph = apsp::random_graph(n, 0.2, 9);
            check_all_ways(reweighted(graph, false, [](double w) { return w * 3 - 16; }), s, false,
                           solves);
        }
        for (const apsp::Device& device : devices_under_test()) {
            solves.require(2, device, without(Dtype::u8, types_of(device, s)));
        }
    }
}

TEST_CASE("symmetric: half the work gives the same") {
    for (Semiring s : {Semiring::min_plus, Semiring::max_min, Semiring::max_times}) {
        Solves solves;
        for (std::size_t n : some_sizes()) {
            for (double density : {0.5, 2.0 / static_cast<double>(n + 1)}) {
                const Graph pattern = apsp::random_graph(n, std::min(density, 1.0), 7);
                check_all_ways(reweighted(pattern, true,
                                          [&](double w) {
                                              return s == Semiring::max_times
                                                         ? std::exp2(-std::floor(w / 4))
                                                         : w;
                                          }),
                               s, true, solves);
            }
        }
        require_all_types(solves, s, 2 * some_sizes().size());
    }
}

TEST_CASE("symmetric: insisting on it for another matrix is refused") {
    apsp::SolveOptions options;
    options.symmetric = true;
    const auto device = devices_under_test().front();
    apsp::test::check_refused(apsp::ErrorKind::bad_input, "not symmetric", [&] {
        apsp::solve(chain({1, 2}), device, options);
    });
    options.algorithm = apsp::Algorithm::fw;
    const Graph two = Graph::from_arcs(2, {{0, 1, 1}, {1, 0, 1}}, "two");
    apsp::test::check_refused(apsp::ErrorKind::usage, "half the work",
                              [&] { apsp::solve(two, device, options); });
}

TEST_CASE("types: a distance at the limit is exact, one above is refused") {
    struct Edge {
        Dtype dtype;
        double limit;
    };
    for (const Edge edge : {Edge{Dtype::u8, 254}, {Dtype::i16, 16382}, {Dtype::i32, 1073741822}}) {
        // A weight at the sentinel that is on no shortest path: 0 -> 2 -> 1 is shorter.
        const Graph detour = Graph::from_arcs(
            3, {{0, 1, edge.limit + 1}, {0, 2, 1}, {2, 1, 3}, {1, 0, 2}}, "detour");
        for (const apsp::Device& device : devices_under_test()) {
            for (const apsp::SolveOptions& way : ways_to_solve(device)) {
                if (way.dtype != edge.dtype) continue;
                CAPTURE(label(device));
                CAPTURE(apsp::name(edge.dtype));
                CAPTURE(apsp::name(way.algorithm));
                CAPTURE(way.variant);
                const auto exact = apsp::solve(chain({1, edge.limit - 1}), device, way);
                CHECK(exact.distances.at(0, 2) == edge.limit);
                CHECK(exact.distances.at(2, 0) == apsp::infinity<double>());
                apsp::test::check_refused(apsp::ErrorKind::bad_input,
                                          "is not safe: overflowing weights", [&] {
                                              apsp::solve(chain({2, edge.limit - 1}), device, way);
                                          });
                CHECK(apsp::solve(detour, device, way).distances.at(0, 1) == 4);
            }
        }
    }
}

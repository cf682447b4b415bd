// Every negative cycle that a solve shows is one: its arcs exist and add up to its weight.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "device/devices.hpp"

namespace {

using apsp::Graph;

/// Arcs with that probability and weights from -1 to 20, with fractions for reals.
std::vector<apsp::Arc> random_arcs(std::size_t n, double density, bool integral,
                                   std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            if (share(random) >= density) continue;
            const double w = share(random) * 22 - 1.5;
            arcs.push_back({i, j, integral ? std::trunc(w) : w});
        }
    }
    return arcs;
}

/// The smallest weight listed for an arc; fails if there is none.
double listed_weight(const std::vector<apsp::Arc>& arcs, std::size_t source, std::size_t target) {
    double weight = std::numeric_limits<double>::infinity();
    for (const apsp::Arc& arc : arcs) {
        if (arc.source == source && arc.target == target) weight = std::min(weight, arc.weight);
    }
    REQUIRE(weight < std::numeric_limits<double>::infinity());
    return weight;
}

void check_witness(const std::vector<apsp::Arc>& arcs, const apsp::NegativeCycle& cycle,
                   bool exact) {
    double sum = 0;
    const auto& vertices = cycle.vertices();
    std::vector<std::size_t> sorted = vertices;
    std::ranges::sort(sorted);
    CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        sum += listed_weight(arcs, vertices[k], vertices[(k + 1) % vertices.size()]);
    }
    CHECK(cycle.weight() < 0);
    if (exact) {
        CHECK(sum == cycle.weight());
    } else {
        CHECK(sum == doctest::Approx(cycle.weight()).epsilon(1e-5));
    }
}

}  // namespace

TEST_CASE("negative cycles: what is shown is one, of sparse and dense graphs on every device") {
    std::size_t shown = 0;
    for (const apsp::Device& device : devices_under_test()) {
        for (std::uint32_t seed = 1; seed <= 40; ++seed) {
            const std::size_t n = 2 + seed * 5;
            const bool integral = seed % 2 == 0;
            const bool dense = seed % 4 < 2;
            const auto arcs =
                random_arcs(n, dense ? 0.9 : 6.0 / static_cast<double>(n), integral, seed);
            CAPTURE(label(device));
            CAPTURE(seed);
            apsp::SolveOptions options;
            options.dtype = integral ? apsp::Dtype::i32 : apsp::Dtype::f32;
            Graph graph = Graph::from_arcs(n, arcs, "random");
            if (dense) graph = Graph::from_matrix(graph.to_matrix(*options.dtype), "random");
            try {
                apsp::solve(std::move(graph), device, options);
            } catch (const apsp::NegativeCycle& cycle) {
                ++shown;
                check_witness(arcs, cycle, integral);
            }
        }
    }
    CHECK(shown >= 20 * devices_under_test().size());
}

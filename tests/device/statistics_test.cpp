// Rows reduced on a device give the same as on the host, in every type, with and without negative
// weights.
#include "statistics/statistics.hpp"

#include <doctest/doctest.h>

#include "device/devices.hpp"

namespace {

using apsp::Graph;

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b));
}

/// How many vertices' statistics differ between the solve and its matrix.
std::size_t differences(const apsp::Solution& solution) {
    const apsp::Statistics expected = apsp::statistics(solution.distances);
    const apsp::Statistics& found = *solution.statistics;
    std::size_t different = found.components != expected.components ||
                            found.largest_component != expected.largest_component ||
                            found.centre != expected.centre || found.radius != expected.radius ||
                            found.diameter != expected.diameter ||
                            found.reachable_pairs != expected.reachable_pairs;
    for (std::size_t v = 0; v < expected.vertices.size(); ++v) {
        const auto& f = found.vertices[v];
        const auto& e = expected.vertices[v];
        different += f.reachable != e.reachable || f.eccentricity != e.eccentricity ||
                     !close(f.sum, e.sum) || !close(f.closeness, e.closeness) ||
                     (apsp::is_integral(solution.distances.dtype()) && f.sum != e.sum);
    }
    return different;
}

Graph reals(std::size_t n) {
    std::vector<apsp::Arc> arcs;
    const Graph pattern = apsp::random_graph(n, 0.02, 11);
    for (std::size_t i = 0; i < n; ++i) {
        pattern.for_each_arc(i, [&](std::size_t j, double w) {
            arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), w / 7});
        });
    }
    return Graph::from_arcs(n, arcs, "reals");
}

void check_all(const std::vector<Graph>& graphs, apsp::Algorithm algorithm) {
    Solves solves;
    for (const apsp::Device& device : devices_under_test()) {
        std::vector<apsp::Dtype> types;
        for (const apsp::Dtype dtype : apsp::kDtypes) {
            if (dtype == apsp::Dtype::f64 && !device.f64) continue;
            types.push_back(dtype);
            apsp::SolveOptions options;
            options.algorithm = algorithm;
            options.dtype = dtype;
            options.statistics = true;
            for (const Graph& graph : graphs) {
                if (!fits(graph, options)) continue;
                CAPTURE(label(device));
                CAPTURE(apsp::name(dtype));
                CAPTURE(graph.origin());
                CAPTURE(graph.vertices());
                const auto solution = solves(graph, device, options);
                REQUIRE(solution.statistics);
                CHECK(differences(solution) == 0);
            }
        }
        solves.require(graphs.size() / 4, device, types);
    }
}

}  // namespace

TEST_CASE("statistics: every device reduces rows as the host does") {
    std::vector<Graph> graphs;
    for (std::size_t n : sizes_under_test()) {
        graphs.push_back(apsp::random_graph(n, 2.0 / static_cast<double>(n + 2), 5));
        graphs.push_back(apsp::potential_graph(n, 2.0 / static_cast<double>(n + 2), 3));
        graphs.push_back(apsp::ring_graph(n));
        graphs.push_back(reals(n));
    }
    check_all(graphs, apsp::Algorithm::kleene);
}

TEST_CASE("statistics: of distances only, and only when asked for") {
    for (const apsp::Device& device : devices_under_test()) {
        CHECK(!apsp::solve(apsp::random_graph(5), device, {}).statistics);
        apsp::SolveOptions options;
        options.statistics = true;
        options.semiring = apsp::Semiring::or_and;
        apsp::test::check_refused(apsp::ErrorKind::usage, "or-and",
                                  [&] { apsp::solve(apsp::random_graph(5), device, options); });
    }
}

// For a simulator that looks for races: see solve_test.cpp.
TEST_CASE("simulator: rows reduced in every type" * doctest::skip()) {
    std::vector<Graph> graphs;
    graphs.push_back(apsp::potential_graph(9, 0.4, 3));
    graphs.push_back(apsp::random_graph(9, 0.3, 3));
    check_all(graphs, apsp::Algorithm::fw);
}

// Predecessors of every device, algorithm, variant and type: each path, followed arc by arc in the
// graph, adds up to the distance that an independent oracle finds.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>

#include "device/devices.hpp"
#include "device/inputs.hpp"
#include "device/rounded_graphs.hpp"
#include "graph/equal_matrices.hpp"
#include "oracle.hpp"
#include "solve/plan.hpp"

namespace {

using apsp::Arc;
using apsp::Graph;

std::uint64_t draw(std::size_t i, std::size_t j, std::uint64_t bound) {
    std::uint64_t x = (i * 0x9E3779B97F4A7C15u) ^ (j * 0xD1B54A32D192ED03u + 77);
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
    return (x ^ x >> 32) % bound;
}

/// About `degree` arcs per vertex, of weights from 0 to `most`; `both_ways` adds the reverse arcs.
Graph few_weights(std::size_t n, double degree, std::uint64_t most, bool both_ways) {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            const auto share = static_cast<double>(draw(i, j, 1000)) / 1000;
            if (i == j || share * static_cast<double>(n) >= degree) continue;
            const auto w = static_cast<double>(draw(j + n, i, most + 1));
            arcs.push_back({i, j, w});
            if (both_ways) arcs.push_back({j, i, w});
        }
    }
    return Graph::from_arcs(n, std::move(arcs), "few weights");
}

/// Every vertex v of a graph with negative arcs has a twin v + n / 2: an arc of c to it, -c back.
Graph twins(std::size_t n) {
    const std::size_t half = n / 2;
    std::vector<Arc> arcs;
    if (half > 0) {
        const Graph core = apsp::potential_graph(half, 0.2, 5);
        for (std::uint32_t i = 0; i < half; ++i) {
            core.for_each_arc(i, [&](std::size_t j, double w) {
                arcs.push_back({i, static_cast<std::uint32_t>(j), w});
            });
            const auto twin = static_cast<std::uint32_t>(i + half);
            const auto c = static_cast<double>(draw(i, 3, 9)) - 4;
            arcs.push_back({i, twin, c});
            arcs.push_back({twin, i, -c});
        }
    }
    return Graph::from_arcs(n, std::move(arcs), "twins");
}

/// Those and others, most of them with ties and zeros.
std::vector<Input> path_inputs() {
    std::vector<Input> inputs(std::begin(kInputs), std::end(kInputs));
    const Input more[] = {
        {"ties",
         [](std::size_t n) { return few_weights(n, static_cast<double>(n) / 3, 1, false); }},
        {"zeros", [](std::size_t n) { return few_weights(n, 5, 1, false); }},
        {"zeros both ways", [](std::size_t n) { return few_weights(n, 3, 1, true); }},
        {"all zero", [](std::size_t n) { return few_weights(n, 2e9, 0, false); }},
        {"half zero",
         [](std::size_t n) { return few_weights(n, static_cast<double>(n) / 2, 0, false); }},
        {"zero cycles", twins},
        {"no arcs", [](std::size_t n) { return Graph::from_arcs(n, {}, "no arcs"); }},
    };
    inputs.insert(inputs.end(), std::begin(more), std::end(more));
    return inputs;
}

std::vector<std::size_t> few_sizes() {
    std::vector<std::size_t> sizes;
    for (std::size_t n : sizes_under_test()) {
        if (n == 1 || n == 2 || n == 65 || n == 197) sizes.push_back(n);
    }
    return sizes;
}

/// Tells whether a sum is the distance i -> j that the oracle finds.
auto lengths_of(const Graph& graph) {
    return [oracle = oracle_distances(graph), n = graph.vertices()](std::size_t i, std::size_t j,
                                                                    double sum) {
        const long long d = oracle[i * n + j];
        return sum == (d == kOracleNoPath ? INFINITY : static_cast<double>(d));
    };
}

/// The first path that does not add up to the distance, as a text; empty when all do.
template <class Expected>
std::string first_wrong_path(const Graph& graph, const apsp::Paths& paths, Expected&& expected) {
    const std::size_t n = graph.vertices();
    if (paths.n() != n) return "no predecessors";
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const auto vertices = paths.path(i, j);  // throws if predecessors run in a circle
            double sum = vertices.empty() ? INFINITY : 0;
            for (std::size_t k = 1; k < vertices.size(); ++k) {
                sum += graph.weight(vertices[k - 1], vertices[k]);
            }
            if (!expected(i, j, sum)) return fmt::format("{} -> {} adds up to {}", i, j, sum);
        }
        if (paths.predecessors().row<std::int32_t>(i)[i] != -1) return fmt::format("of {}", i);
    }
    return "";
}

/// Predecessors do not depend on tile and block sizes, so the device's own are enough.
bool own_tiling(const apsp::SolveOptions& way) {
    return way.tile == 0 && way.block == 0;
}

}  // namespace

TEST_CASE("predecessors: every path of every way adds up to its distance") {
    Solves solves;
    for (const Input& input : path_inputs()) {
        for (std::size_t n : few_sizes()) {
            const Graph graph = input.make(n);
            const auto right = lengths_of(graph);
            for (const apsp::Device& device : devices_of_both_kinds()) {
                if (!is_tried(device, n)) continue;
                for (apsp::SolveOptions way : ways_to_solve(device)) {
                    if (!own_tiling(way) || !fits(graph, way)) continue;
                    CAPTURE(input.name);
                    CAPTURE(n);
                    CAPTURE(label(device));
                    CAPTURE(apsp::name(way.algorithm));
                    CAPTURE(way.variant);
                    CAPTURE(apsp::name(*way.dtype));
                    way.paths = true;
                    const auto solution = solves(graph, device, way);
                    CHECK(first_wrong_path(graph, solution.paths, right) == "");
                }
            }
        }
    }
    for (const apsp::Device& device : devices_of_both_kinds()) {
        const std::size_t sizes = sizes_on(device, few_sizes()).size();
        solves.require(path_inputs().size() * sizes, device, types_of(device));
    }
}

TEST_CASE("predecessors: where sums are exact, every way finds the same") {
    const std::size_t n = few_sizes().back();
    Solves solves;
    for (const double degree : {2.5, 8.0}) {
        std::vector<Arc> arcs;
        for (std::uint32_t i = 0; i < n; ++i) {
            few_weights(n, degree, 4, true).for_each_arc(i, [&](std::size_t j, double w) {
                arcs.push_back({i, static_cast<std::uint32_t>(j), w + 1});
            });
        }
        const Graph graph = Graph::from_arcs(n, std::move(arcs), "many ties");
        apsp::Matrix first;
        for (const apsp::Device& device : devices_of_both_kinds()) {
            for (apsp::SolveOptions way : ways_to_solve(device)) {
                if (!own_tiling(way) || !fits(graph, way)) continue;
                CAPTURE(label(device));
                CAPTURE(apsp::name(way.algorithm));
                CAPTURE(way.variant);
                CAPTURE(apsp::name(*way.dtype));
                way.paths = true;
                const auto solution = solves(graph, device, way);
                const apsp::Matrix& found = solution.paths.predecessors();
                if (first.n() == 0) first = found.clone();
                CHECK(apsp::equal_matrices(found, first));
            }
        }
    }
    for (const apsp::Device& device : devices_of_both_kinds()) {
        solves.require(2, device, types_of(device));
    }
}

TEST_CASE("predecessors: with half the work for symmetric graphs, and of dense graphs") {
    const std::size_t n = few_sizes().back();
    const Graph sparse = few_weights(n, 3, 5, true);
    Solves solves;
    const auto right = lengths_of(sparse);
    for (const apsp::Device& device : devices_of_both_kinds()) {
        for (apsp::SolveOptions way : ways_to_solve(device)) {
            if (!own_tiling(way) || !has_half(way.algorithm) || !fits(sparse, way)) continue;
            CAPTURE(label(device));
            CAPTURE(way.variant);
            CAPTURE(apsp::name(*way.dtype));
            way.paths = true;
            way.symmetric = true;
            // In the type of the solve, which would take over the matrix if it found no paths.
            Graph dense = Graph::from_matrix(sparse.to_matrix(*way.dtype), "dense");
            const auto solution = solves(std::move(dense), device, way);
            CHECK(solution.symmetric);
            CHECK(first_wrong_path(sparse, solution.paths, right) == "");
        }
        solves.require(2, device, types_of(device));
    }
}

TEST_CASE("predecessors: paths of reals are as long as the distances, to within roundings") {
    const std::size_t size = few_sizes().back();
    std::vector<Graph> graphs;
    graphs.push_back(reals(apsp::random_graph(size, 0.2, 11), 1));
    graphs.push_back(reals(apsp::potential_graph(size, 0.3, 4), 1));
    graphs.push_back(reals(few_weights(size, 3, 2, true), 0));  // zeros, and cycles of zeros
    // In these sums small weights get lost, so that predecessors may be no nearer; and many zeros.
    graphs.push_back(reals(few_weights(size, 6, 1, false), 1e-9));
    graphs.push_back(reals(few_weights(size, static_cast<double>(size) / 3, 1, true), 0));
    graphs.push_back(lost_steps(size));
    graphs.push_back(near_misses(size));
    graphs.push_back(denormals(size));
    for (const Graph& graph : graphs) {
        const std::size_t n = graph.vertices();
        const double largest = std::max(-graph.min_weight(), graph.max_weight());
        for (const apsp::Device& device : devices_of_both_kinds()) {
            for (apsp::SolveOptions way : ways_to_solve(device)) {
                if (!own_tiling(way) || apsp::is_integral(*way.dtype)) continue;
                CAPTURE(label(device));
                CAPTURE(apsp::name(way.algorithm));
                CAPTURE(way.variant);
                CAPTURE(apsp::name(*way.dtype));
                way.paths = true;
                const auto solution = apsp::solve(graph, device, way);
                const double unit = way.dtype == apsp::Dtype::f32 ? 0x1p-23 : 0x1p-52;
                const double roundings = unit * static_cast<double>(n);
                const auto right = [&](std::size_t i, std::size_t j, double sum) {
                    const double d = solution.distances.at(i, j);
                    return sum == d || std::abs(sum - d) <= roundings * std::max(largest, d);
                };
                CHECK(first_wrong_path(graph, solution.paths, right) == "");
                apsp::VerifyOptions options;
                options.predecessors = &solution.paths.predecessors();
                const auto verification = apsp::verify(graph, solution.distances, options);
                CHECK_MESSAGE(verification.ok, verification.failure);
            }
        }
    }
}

TEST_CASE("predecessors: where the device's memory is short, by the host's weights") {
    const std::size_t n = few_sizes().back();
    std::vector<Graph> graphs;
    graphs.push_back(few_weights(n, 5, 1, false));
    graphs.push_back(apsp::potential_graph(n, 0.5));
    Solves solves;
    for (apsp::Device device : devices_of_both_kinds()) {
        const std::uint64_t memory = device.memory;
        for (const Graph& graph : graphs) {
            const auto right = lengths_of(graph);
            for (apsp::SolveOptions way : ways_to_solve(device)) {
                if (!own_tiling(way) || !fits(graph, way)) continue;
                CAPTURE(label(device));
                CAPTURE(way.variant);
                CAPTURE(apsp::name(*way.dtype));
                way.paths = true;
                const auto planned = [&] { return apsp::plan_solve(graph, {device}, way); };
                const auto plan = planned();
                if (!plan.engine.keep_weights) continue;
                std::uint64_t total = device.shares_host_memory ? plan.matrix.matrix_bytes : 0;
                for (const apsp::Buffer& b : plan.memory.buffers)
                    total += b.on_device ? b.bytes : 0;
                device.memory = total;
                CHECK(planned().engine.keep_weights);
                device.memory = total - 1;
                CHECK_FALSE(planned().engine.keep_weights);
                const auto solution = solves(graph, device, way);
                CHECK(first_wrong_path(graph, solution.paths, right) == "");
                device.memory = memory;
            }
        }
        if (device.backend != "cpu") solves.require(1, device, {apsp::Dtype::f32});
    }
}

TEST_CASE("predecessors: over min-plus only, and none unless asked for") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        apsp::SolveOptions options;
        CHECK(apsp::solve(apsp::random_graph(5), device, options).paths.n() == 0);
        options.paths = true;
        options.semiring = apsp::Semiring::max_min;
        apsp::test::check_refused(apsp::ErrorKind::usage, "max-min",
                                  [&] { apsp::solve(apsp::random_graph(5), device, options); });
    }
}

// Distances that stay on a device: all that one can ask of them, against a solve that brings them.
#include <doctest/doctest.h>

#include <cstring>

#include "backends/backend.hpp"
#include "device/devices.hpp"
#include "device/inputs.hpp"
#include "draw.hpp"

namespace {

using apsp::Algorithm;
using apsp::Graph;
using apsp::Matrix;

bool same_rows(const Matrix& a, const Matrix& b, const std::vector<std::uint32_t>& rows_of_b) {
    if (a.n() != b.n() || a.dtype() != b.dtype() || a.rows() != rows_of_b.size()) return false;
    for (std::size_t k = 0; k < a.rows(); ++k) {
        const std::size_t bytes = a.n() * apsp::size_of(a.dtype());
        if (std::memcmp(a.row_data(k), b.row_data(rows_of_b[k]), bytes) != 0) return false;
    }
    return true;
}

/// Components of several sizes, and arcs between them one way only.
Graph in_pieces(std::size_t n, std::uint32_t seed) {
    Draw draw(seed, "pieces");
    std::vector<apsp::Arc> arcs;
    const auto at = [](std::size_t v) { return static_cast<std::uint32_t>(v); };
    for (std::size_t first = 0; first < n;) {
        const std::size_t size = std::min(n - first, 1 + draw.below(9));
        for (std::size_t k = 0; k < size && size > 1; ++k) {
            const double weight = static_cast<double>(1 + draw.below(20));
            arcs.push_back({at(first + k), at(first + (k + 1) % size), weight});
        }
        if (first != 0 && draw.chance(0.7)) arcs.push_back({at(draw.below(first)), at(first), 3});
        first += size;
    }
    return Graph::from_arcs(n, arcs, "pieces");
}

std::vector<Graph> graphs_of(std::size_t n) {
    std::vector<Graph> all;
    all.push_back(apsp::random_graph(n, 0.05, 7));
    all.push_back(in_pieces(n, 5));
    all.push_back(apsp::potential_graph(n, 0.2, 3));  // negative weights
    all.push_back(apsp::squares_graph(n, 2));
    return all;
}

void check_same(const apsp::DeviceDistances& found, const Matrix& expected) {
    const std::size_t n = expected.n();
    REQUIRE(found.vertices() == n);
    REQUIRE(found.dtype() == expected.dtype());
    std::vector<std::uint32_t> all(n);
    for (std::size_t v = 0; v < n; ++v) all[v] = static_cast<std::uint32_t>(v);
    CHECK(same_rows(found.copy(), expected, all));
    const auto last = static_cast<std::uint32_t>(n - 1);
    const std::vector<std::uint32_t> some = {last, 0, last / 2, last};
    CHECK(same_rows(found.rows(some), expected, some));
    std::vector<apsp::VertexPair> pairs;
    for (const std::uint32_t v : some) pairs.push_back({v, last / 3});
    const auto entries = found.entries(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        CHECK(entries[k] == expected.at(pairs[k].source, pairs[k].target));
    }
    const auto statistics = found.statistics(), its = apsp::statistics(expected);
    CHECK(statistics.components == its.components);
    CHECK(statistics.largest_component == its.largest_component);
    CHECK(statistics.reachable_pairs == its.reachable_pairs);
    CHECK(statistics.diameter == its.diameter);
    CHECK(statistics.centre == its.centre);
    if (found.in_host()) {
        CHECK(std::memcmp(found.data(), expected.data(), apsp::size_of(found.dtype())) == 0);
    }
    if (found.device().backend == "cuda") {  // as CUDA's own functions see the memory
        Matrix seen(n, found.dtype());
        const std::size_t element = apsp::size_of(found.dtype());
        apsp::cuda_backend().copy_from(found.data(), found.ld() * element, seen.row_bytes(), n,
                                       seen.data());
        CHECK(same_rows(seen, expected, all));
    }
    CHECK(found.data() != nullptr);
    CHECK(found.ld() >= n);
    CHECK_THROWS_AS(found.rows(std::vector<std::uint32_t>{last + 1}), apsp::Error);
}

}  // namespace

TEST_CASE("on device: distances that stay are those of a solve, by every algorithm") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        std::size_t stayed = 0;
        for (const std::size_t n : {1, 65, slow_run() ? 96 : 300}) {
            CAPTURE(n);
            for (const Graph& graph : graphs_of(n)) {
                CAPTURE(graph.origin());
                for (const Algorithm algorithm : algorithms_of(device)) {
                    CAPTURE(apsp::name(algorithm));
                    apsp::SolveOptions options;
                    options.algorithm = algorithm;
                    options.summary = true;
                    apsp::Solution expected = apsp::solve(graph, device, options);
                    options.leave_on_device = options.statistics = true;
                    apsp::Solution found = apsp::solve(graph, device, options);
                    REQUIRE(found.on_device);
                    CHECK(found.distances.rows() == 0);
                    CHECK(found.summary->reachable_pairs == expected.summary->reachable_pairs);
                    CHECK(found.summary->sum == expected.summary->sum);
                    CHECK(found.statistics->components ==
                          apsp::statistics(expected.distances).components);
                    check_same(*found.on_device, expected.distances);
                    stayed += !found.on_device->in_host();
                    CHECK(found.on_device->in_host() == device.shares_host_memory);
                }
            }
        }
        CHECK((stayed > 0) == !device.shares_host_memory);
    }
}

TEST_CASE("on device: with predecessors, from a matrix that is moved in, and what is refused") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        apsp::SolveOptions options = {.algorithm = Algorithm::kleene, .paths = true};
        const Graph graph = apsp::squares_graph(150, 4);
        const apsp::Solution expected = apsp::solve(graph, device, options);
        options.leave_on_device = true;
        apsp::Solution found = apsp::solve(graph, device, options);
        check_same(*found.on_device, expected.distances);
        CHECK(found.paths.n() == 150);
        options.paths = false;
        found = apsp::solve(apsp::squares_graph(150, 4), device, options);
        check_same(*found.on_device, expected.distances);

        const auto refused = [&](apsp::SolveOptions wrong) {
            wrong.leave_on_device = true;
            return apsp::test::error_of([&] { apsp::solve(graph, device, wrong); }).kind ==
                   apsp::ErrorKind::usage;
        };
        CHECK(refused({.semiring = apsp::Semiring::max_min}));
        CHECK(refused({.rows = {0}}));
        CHECK(refused({.take_rows = [](const apsp::RowBatch&) {}}));
        CHECK(apsp::test::error_of([&] {
                  apsp::solve(graph, {device, device}, options);
              }).kind == apsp::ErrorKind::usage);
    }
}

TEST_CASE("on device: a graph that elimination solves, of many columns at a time") {
    for (apsp::Device device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const Graph graph = apsp::road_graph(slow_run() ? 500 : 2000, 3);
        apsp::SolveOptions options = {.algorithm = Algorithm::sparse, .dtype = apsp::Dtype::f32};
        if (apsp::variants(device, Algorithm::sparse).empty()) continue;
        const Matrix expected = apsp::solve(graph, device, options).distances;
        options.leave_on_device = true;
        // Less memory, so that not all columns go down together.
        if (device.backend != "cpu") device.memory = expected.bytes() * 3 / 2;
        const apsp::Solution found = apsp::solve(graph, device, options);
        check_same(*found.on_device, expected);
    }
}

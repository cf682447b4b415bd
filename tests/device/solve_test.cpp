// Every device, algorithm, variant and type against the oracle, bit for bit.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <array>
#include <thread>

#include "device/devices.hpp"
#include "device/inputs.hpp"
#include "graph/equal_matrices.hpp"
#include "oracle.hpp"

namespace {

using apsp::Graph;

/// The first entry that differs from the oracle, as a text; empty when all agree.
std::string first_difference(const apsp::Matrix& distances,
                             const std::vector<long long>& expected) {
    const std::size_t n = distances.n();
    return apsp::visit(distances.dtype(), [&](auto zero) -> std::string {
        using T = decltype(zero);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const long long e = expected[i * n + j];
                const T wanted = e == kOracleNoPath ? apsp::infinity<T>() : static_cast<T>(e);
                const T found = distances.row<T>(i)[j];
                if (found == wanted) continue;
                return fmt::format("({}, {}) is {}, expected {}", i, j, found, wanted);
            }
        }
        return "";
    });
}

}  // namespace

TEST_CASE("devices: there is one") {
    std::size_t opencl = 0;
    for (const apsp::Device& device : devices_under_test()) {
        opencl += device.backend == "opencl";
        // What a device reports about itself decides what is tested on it; all of these have f64.
        const bool pocl = device.platform == "Portable Computing Language";
        if (device.backend != "opencl" || pocl) CHECK(device.f64);
    }
    if (std::getenv("APSP_TEST_DEVICE") != nullptr) {
        skipped("all devices but the one that APSP_TEST_DEVICE names");
    } else {
        REQUIRE_MESSAGE(opencl > 0,
                        "no OpenCL device: see platforms.md, or set "
                        "APSP_TEST_DEVICE=cpu to test the program's own alone");
    }
}

TEST_CASE("solve: every way agrees with the oracle") {
    Solves solves;
    for (const Input& input : kInputs) {
        for (std::size_t n : sizes_under_test()) {
            const Graph graph = input.make(n);
            const auto expected = oracle_distances(graph);
            for (const apsp::Device& device : devices_under_test()) {
                if (!is_tried(device, n)) continue;
                for (const apsp::SolveOptions& way : ways_to_solve(device)) {
                    CAPTURE(input.name);
                    CAPTURE(n);
                    CAPTURE(label(device));
                    CAPTURE(apsp::name(way.algorithm));
                    CAPTURE(way.variant);
                    CAPTURE(apsp::name(*way.dtype));
                    CAPTURE(way.tile);
                    CAPTURE(way.block);
                    if (!fits(graph, way)) continue;
                    const auto solution = solves(graph, device, way);
                    CHECK(first_difference(solution.distances, expected) == "");
                }
            }
        }
    }
    for (const apsp::Device& device : devices_under_test()) {
        const std::size_t sizes = sizes_on(device, sizes_under_test()).size();
        solves.require(std::size(kInputs) * sizes, device, types_of(device));
    }
}

TEST_CASE("solve: graphs without arcs have no paths") {
    for (const apsp::Device& device : devices_under_test()) {
        for (const apsp::SolveOptions& way : ways_to_solve(device)) {
            CAPTURE(label(device));
            const auto solution = apsp::solve(Graph::from_arcs(5, {}, "empty"), device, way);
            const auto summary = apsp::summarize(solution.distances);
            CHECK(summary.reachable_pairs == 0);
            CHECK(solution.distances.at(3, 3) == 0);
        }
    }
}

TEST_CASE("solve: a negative cycle is refused and shown") {
    // 0 -> 1 -> 2 -> 0 adds up to -1; 3 is reached from it, 4 is apart.
    const std::vector<apsp::Arc> arcs = {{0, 1, 2}, {1, 2, -4}, {2, 0, 1}, {2, 3, 1}, {4, 3, 1}};
    for (const apsp::Device& device : devices_under_test()) {
        for (const apsp::SolveOptions& way : ways_to_solve(device)) {
            if (way.dtype == apsp::Dtype::u8) continue;  // has no negative weights
            for (bool dense : {false, true}) {
                CAPTURE(label(device));
                CAPTURE(dense);
                Graph graph = Graph::from_arcs(5, arcs, "cycle");
                if (dense) graph = Graph::from_matrix(graph.to_matrix(*way.dtype), "cycle");
                try {
                    apsp::solve(std::move(graph), device, way);
                    FAIL("no exception");
                } catch (const apsp::NegativeCycle& error) {
                    CHECK(error.vertices().size() == 3);
                    CHECK(error.weight() == -1);
                }
            }
        }
    }
}

TEST_CASE("solve: a cycle of zero weight is no negative cycle, also with roundings") {
    const std::vector<apsp::Arc> arcs = {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, -0.3}, {2, 3, 1}};
    for (const apsp::Device& device : devices_under_test()) {
        for (const apsp::SolveOptions& way : ways_to_solve(device)) {
            if (apsp::is_integral(*way.dtype)) continue;
            CAPTURE(label(device));
            CAPTURE(apsp::name(*way.dtype));
            const auto solution = apsp::solve(Graph::from_arcs(4, arcs, "zero"), device, way);
            CHECK(solution.distances.at(0, 0) == 0);
            CHECK(solution.distances.at(0, 3) == doctest::Approx(1.3));
        }
    }
}

TEST_CASE("solve: reals agree with f64 to within the roundings of a path") {
    const std::size_t n = sizes_under_test().back();
    const Graph graph = reals(apsp::random_graph(n, 0.2, 11), 1);
    for (const apsp::Device& device : devices_under_test()) {
        for (const apsp::SolveOptions& way : ways_to_solve(device)) {
            if (apsp::is_integral(*way.dtype)) continue;
            CAPTURE(label(device));
            CAPTURE(apsp::name(*way.dtype));
            const auto solution = apsp::solve(graph, device, way);
            const auto verification = apsp::verify(graph, solution.distances);
            CHECK_MESSAGE(verification.ok, verification.failure);
        }
    }
}

TEST_CASE("solve: weights that are not integers are refused as i32") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 0.5}}, "half");
    apsp::SolveOptions options;
    options.dtype = apsp::Dtype::i32;
    for (const apsp::Device& device : devices_under_test()) {
        apsp::test::check_refused(apsp::ErrorKind::bad_input,
                                  "i32 is not safe: weights are not integers",
                                  [&] { apsp::solve(graph, device, options); });
    }
}

TEST_CASE(
    "solve: tiles and blocks that the kernels lack are refused, naming those that they have") {
    for (const apsp::Device& device : devices_under_test()) {
        for (std::string_view variant : apsp::variants(device, apsp::Algorithm::kleene)) {
            for (const auto& [tile, block] :
                 std::vector<std::pair<std::size_t, std::size_t>>{{48, 0}, {4096, 0}, {64, 100}}) {
                CAPTURE(label(device));
                CAPTURE(variant);
                CAPTURE(tile);
                apsp::SolveOptions options;
                options.variant = variant;
                options.tile = tile;
                options.block = block;
                apsp::test::check_refused(apsp::ErrorKind::usage, "64", [&] {
                    apsp::solve(apsp::random_graph(10), device, options);
                });
            }
        }
    }
}

TEST_CASE("solve: llvmpipe refuses what its limit on loops would get wrong") {
    std::size_t asked = 0;
    for (const apsp::Device& device : devices_under_test()) {
        if (!is_llvmpipe(device)) continue;
        apsp::SolveOptions options;
        options.variant = "cpu";
        options.tile = 128;
        apsp::test::check_refused(apsp::ErrorKind::usage, "64",
                                  [&] { apsp::solve(apsp::random_graph(10), device, options); });
        ++asked;
    }
    if (asked == 0) skipped("llvmpipe: not here (Debian's mesa-opencl-icd, RUSTICL_ENABLE)");
}

// PoCL ends the process if a kernel is launched wider than ever before while it runs in another
// queue.
TEST_CASE("solve: two at once on one device, each larger than the last of the other") {
    for (const apsp::Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        apsp::SolveOptions options;
        options.algorithm = apsp::Algorithm::fw;
        options.dtype = apsp::Dtype::i32;
        apsp::SolveOptions on_cpu;
        on_cpu.dtype = options.dtype;
        std::array<std::size_t, 2> wrong = {0, 0};
        {
            std::vector<std::jthread> threads;
            for (std::size_t k = 0; k < wrong.size(); ++k) {
                threads.emplace_back([&, k] {
                    for (std::size_t n = 64 * (k + 1); n <= 768; n += 128) {
                        const auto graph = apsp::random_graph(n, 0.1);
                        const auto expected = apsp::solve(
                            graph, apsp::select_device(apsp::list_devices(), "cpu"), on_cpu);
                        const auto solution = apsp::solve(graph, device, options);
                        wrong[k] +=
                            apsp::equal_matrices(solution.distances, expected.distances) ? 0 : 1;
                    }
                });
            }
        }
        CHECK(wrong[0] == 0);
        CHECK(wrong[1] == 0);
    }
}

// For a simulator that looks for races and stray accesses, where a solve takes seconds: run with
// --no-skip -tc="simulator*". Every kernel in every type and with every tile at n = 65, which has
// padding; products, on both sides of a block of 128, at n = 129.
TEST_CASE("simulator: each kernel once" * doctest::skip()) {
    Solves solves;
    for (std::size_t n : {65, 129}) {
        const Graph graph = apsp::potential_graph(n, 0.5);
        const auto expected = oracle_distances(graph);
        for (const apsp::Device& device : devices_under_test()) {
            for (const apsp::SolveOptions& way : ways_to_solve(device)) {
                const bool f32 = way.dtype == apsp::Dtype::f32;
                const bool tiles = way.algorithm != apsp::Algorithm::rkleene && way.block == 0 &&
                                   (f32 || way.tile == 0);
                const bool products = way.algorithm != apsp::Algorithm::fw && f32 &&
                                      way.variant == "gpu" && way.tile == 0 && way.block == 128;
                if (n == 65 ? !tiles : !products) continue;
                CAPTURE(n);
                CAPTURE(apsp::name(way.algorithm));
                CAPTURE(way.variant);
                if (!fits(graph, way)) continue;
                const auto solution = solves(graph, device, way);
                CHECK(first_difference(solution.distances, expected) == "");
            }
        }
    }
    for (const apsp::Device& device : devices_under_test()) {
        // Kleene and Floyd-Warshall.
        solves.require(2, device, without(apsp::Dtype::u8, types_of(device)));
    }
}

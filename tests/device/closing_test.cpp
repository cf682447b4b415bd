// Squares that one launch closes, whose groups wait for each other, on OpenCL devices that have
// enough compute units for them; others close the squares in another way. The processor's, too.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <span>
#include <utility>

#include "backends/backend.hpp"
#include "backends/opencl/quirks.hpp"
#include "device/closure.hpp"
#include "device/devices.hpp"

namespace {

using apsp::Semiring;

/// Three arcs out of each vertex, none of them far: paths are long.
apsp::Graph ring_with_chords(std::size_t n, Semiring semiring) {
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        for (const std::uint32_t step : {1u, 7u, 31u}) {
            const double weight = 1 + (i * 37 + step) % 5;
            const auto to = static_cast<std::uint32_t>((i + step) % n);
            arcs.push_back({i, to, semiring == Semiring::max_times ? std::exp2(-weight) : weight});
        }
    }
    return apsp::Graph::from_arcs(
        n, std::move(arcs), "ring",
        apsp::prefers_large(semiring) ? apsp::Parallel::largest : apsp::Parallel::smallest);
}

using Kind = std::pair<Semiring, apsp::Dtype>;

/// Solves with a matrix of n vertices closed in blocks of `block`, each by one launch.
void check_squares(const apsp::Device& device, const Kind& kind, std::size_t n,
                   std::initializer_list<std::size_t> blocks) {
    const auto [semiring, dtype] = kind;
    CAPTURE(apsp::name(semiring));
    CAPTURE(apsp::name(dtype));
    CAPTURE(n);
    const apsp::Graph graph = ring_with_chords(n, semiring);
    const auto expected = closure(graph, semiring);
    for (const std::size_t block : blocks) {
        CAPTURE(block);
        apsp::SolveOptions options;
        options.algorithm = apsp::Algorithm::kleene;
        options.variant = "gpu";
        options.dtype = dtype;
        options.semiring = semiring;
        options.symmetric = false;
        const bool builds = apsp::opencl::quirks_of(device).builds_close_square;
        options.settings = {{"block", block}};
        if (builds) options.settings["together"] = 1;
        const auto solution = apsp::solve(graph, device, options);
        const bool together = builds && device.compute_units >= (block == 256 ? 12 : 20);
        if (together) CHECK(solution.tile == 32);
        CHECK(first_difference(solution.distances, expected, semiring) == "");
    }
}

}  // namespace

TEST_CASE("squares: one launch closes whole matrices and blocks, in every semiring and type") {
    using apsp::Dtype;
    constexpr Kind kKinds[] = {{Semiring::min_plus, Dtype::f32}, {Semiring::min_plus, Dtype::f64},
                               {Semiring::min_plus, Dtype::i32}, {Semiring::max_min, Dtype::i32},
                               {Semiring::min_max, Dtype::f64},  {Semiring::max_times, Dtype::f32}};
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend != "opencl" || is_llvmpipe(device)) continue;
        CAPTURE(label(device));
        if (device.compute_units < 20) {  // too few for most shapes
            check_squares(device, kKinds[0], 200, {256});
            continue;
        }
        for (const std::size_t n : {128, 200, 640}) {
            // With 20 compute units, each block takes another shape of tiles.
            check_squares(device, kKinds[0], n, {256, 384, 512, 640});
            for (const Kind& kind : std::span(kKinds).subspan(1))
                check_squares(device, kind, n, {256});
        }
    }
}

// The processor closes the next square in tiles while others relax the rest. Blocks may be narrower
// than the vectors of a product.
TEST_CASE("squares: the processor's, beside the rest, in every instruction set") {
    constexpr std::pair<std::size_t, std::size_t> kSizes[] = {
        {0, 0}, {64, 64}, {64, 192}, {128, 384}, {64, 640}};
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend != "cpu") continue;
        for (const Semiring semiring : {Semiring::min_plus, Semiring::or_and}) {
            CAPTURE(apsp::name(semiring));
            const apsp::Graph graph = ring_with_chords(slow_run() ? 300 : 700, semiring);
            const auto expected = closure(graph, semiring);
            for (apsp::SolveOptions way : ways_to_solve(device, semiring)) {
                const bool blocked = way.algorithm == apsp::Algorithm::kleene ||
                                     way.algorithm == apsp::Algorithm::rkleene;
                if (!blocked || way.tile != 0 || way.block != 0) continue;
                CAPTURE(apsp::name(way.algorithm));
                CAPTURE(apsp::name(*way.dtype));
                CAPTURE(way.variant);
                for (const auto& [tile, block] : kSizes) {
                    CAPTURE(block);
                    way.tile = tile;
                    way.block = block;
                    const auto solution = apsp::solve(graph, device, way);
                    CHECK(first_difference(solution.distances, expected, semiring) == "");
                }
            }
        }
    }
}

// For a simulator that runs all groups at the same time and finds stray accesses. Looking for
// races, it would report every element that is polled.
TEST_CASE("groups in a simulator: one launch closes squares" * doctest::skip()) {
    using apsp::Dtype;
    for (const apsp::Device& device : devices_under_test()) {
        REQUIRE(device.compute_units == 20);
        for (const Dtype dtype : {Dtype::f32, Dtype::i32, Dtype::f64})
            check_squares(device, {Semiring::min_plus, dtype}, 128, {128});
        // A tile has two parts here, and the last tiles lack one.
        check_squares(device, {Semiring::min_plus, Dtype::f32}, 320, {384});
    }
}
TEST_CASE("fewer groups in a simulator: one launch closes squares of doubles" * doctest::skip()) {
    for (const apsp::Device& device : devices_under_test()) {
        REQUIRE(device.compute_units == 12);
        check_squares(device, {Semiring::min_plus, apsp::Dtype::f64}, 200, {256});
    }
}

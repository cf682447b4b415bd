// The CUDA backend alone: every kernel, in every semiring and type, at sizes that take each way
// through the schedules. If there is no CUDA device, a message says so.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "device/closure.hpp"
#include "device/devices.hpp"

namespace {

using apsp::Dtype;
using apsp::Semiring;

std::vector<apsp::Device> cuda_devices_under_test() {
    std::vector<apsp::Device> found;
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend == "cuda") found.push_back(device);
    }
    if (found.empty()) {
        std::string reason = "APSP_TEST_DEVICE names another";
        for (const auto& absent : apsp::list_devices().absent) {
            if (absent.backend == "cuda") reason = absent.reason;
        }
        skipped("CUDA: " + reason);
    }
    return found;
}

std::size_t largest_under_test() {
    const char* text = std::getenv("APSP_TEST_LARGEST");
    return text != nullptr ? std::stoul(text) : 2048;
}

/// About three arcs per vertex, with weights that every semiring and type takes: integers 1..4, or
/// powers of 1/2 for max_times, so that all agree bit for bit. There are few paths, and they are
/// long.
apsp::Graph make_graph(std::size_t n, Semiring semiring, bool symmetric) {
    std::uint64_t state = n * 977 + 5;
    const auto draw = [&](std::uint64_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state >> 33) % bound;
    };
    std::vector<apsp::Arc> arcs;
    for (std::size_t i = 0; i < n; ++i) {
        for (int e = 0; e < 3; ++e) {
            const auto source = static_cast<std::uint32_t>(i);
            const auto target = static_cast<std::uint32_t>(draw(n));
            if (source == target) continue;
            const double step = static_cast<double>(1 + draw(4));
            const double weight = semiring == Semiring::max_times ? std::exp2(-step) : step;
            arcs.push_back({source, target, weight});
            if (symmetric) arcs.push_back({target, source, weight});
        }
    }
    return apsp::Graph::from_arcs(
        n, std::move(arcs), "cuda test",
        apsp::prefers_large(semiring) ? apsp::Parallel::largest : apsp::Parallel::smallest);
}

struct Way {
    apsp::Algorithm algorithm;
    std::size_t tile, block;
};

void check_ways(std::size_t n, bool symmetric, const std::vector<Way>& ways) {
    const auto devices = cuda_devices_under_test();
    for (Semiring semiring : apsp::kSemirings) {
        if (devices.empty() || (symmetric && semiring == Semiring::or_and)) continue;
        Solves solves;
        const apsp::Graph graph = make_graph(n, semiring, symmetric);
        const auto expected = closure(graph, semiring);
        for (Dtype dtype : apsp::kDtypes) {
            if (!apsp::defined_in(semiring, dtype)) continue;
            for (const apsp::Device& device : devices) {
                for (const Way& way : ways) {
                    apsp::SolveOptions options;
                    options.semiring = semiring;
                    options.dtype = dtype;
                    options.algorithm = way.algorithm;
                    options.tile = way.tile;
                    options.block = way.block;
                    options.symmetric = symmetric;
                    if (!fits(graph, options)) continue;
                    CAPTURE(label(device));
                    CAPTURE(apsp::name(semiring));
                    CAPTURE(apsp::name(dtype));
                    CAPTURE(apsp::name(way.algorithm));
                    CAPTURE(n);
                    CAPTURE(way.tile);
                    CAPTURE(way.block);
                    const auto solution = solves(graph, device, options);
                    CHECK(first_difference(solution.distances, expected, semiring) == "");
                }
            }
        }
        // Long paths do not fit a byte.
        for (const apsp::Device& device : devices) {
            const auto types = types_of(device, semiring);
            solves.require(ways.size(), device,
                           semiring == Semiring::min_plus ? without(Dtype::u8, types) : types);
        }
    }
}

}  // namespace

TEST_CASE("cuda: every semiring and type, closed by one launch or by blocks") {
    using enum apsp::Algorithm;
    for (std::size_t n : {1, 33, 128, 200, 300, 520, 700}) {
        if (n > largest_under_test()) continue;
        check_ways(n, false, {{kleene, 0, 0}, {kleene, 64, 128}, {rkleene, 32, 128}, {fw, 0, 0}});
    }
}

TEST_CASE("cuda: the largest matrices that one launch closes, in each shape of its tiles") {
    for (std::size_t n : {1000, 1400, 2048}) {
        if (n > largest_under_test()) continue;
        check_ways(n, false, {{apsp::Algorithm::kleene, 0, 0}});
    }
}

TEST_CASE("cuda: blocks ahead of the rest, and a last one that is smaller") {
    using enum apsp::Algorithm;
    for (std::size_t n : {390, 1200}) {
        if (n > largest_under_test()) continue;
        check_ways(n, false,
                   {{kleene, 0, 256}, {kleene, 0, 512}, {kleene, 64, 0}, {rkleene, 0, 0}});
    }
}

TEST_CASE("cuda: half the work for symmetric matrices") {
    using enum apsp::Algorithm;
    for (std::size_t n : {100, 390, 1200}) {
        if (n > largest_under_test()) continue;
        check_ways(n, true, {{kleene, 0, 0}, {kleene, 0, 128}, {rkleene, 0, 128}});
    }
}

TEST_CASE("cuda: negative cycles in wrapping integers end, and are found") {
    for (const apsp::Device& device : cuda_devices_under_test()) {
        for (std::size_t n :
             {std::size_t{200}, std::min<std::size_t>(largest_under_test(), 1100)}) {
            std::vector<apsp::Arc> arcs;
            for (std::uint32_t i = 0; i < n; ++i) {
                arcs.push_back({i, (i + 1) % static_cast<std::uint32_t>(n), -3});
                arcs.push_back({i, (i + 7) % static_cast<std::uint32_t>(n), 1});
            }
            const auto sparse = apsp::Graph::from_arcs(n, arcs, "cycle");
            for (Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::i32, Dtype::i16}) {
                apsp::SolveOptions options;
                options.dtype = dtype;
                CAPTURE(apsp::name(dtype));
                auto dense = apsp::Graph::from_matrix(sparse.to_matrix(dtype), "cycle");
                CHECK_THROWS_AS(apsp::solve(std::move(dense), device, options),
                                apsp::NegativeCycle);
            }
        }
    }
}

TEST_CASE("cuda: a device describes itself as the OpenCL row of the same card does") {
    const auto devices = apsp::list_devices();
    for (const apsp::Device& device : cuda_devices_under_test()) {
        CHECK(device.pci.size() == std::string("0000:65:00.0").size());
        CHECK(device.uuid.size() == 32);
        CHECK(device.vendor == "NVIDIA Corporation");
        CHECK(device.largest_allocation == device.memory);
        for (const apsp::Device& other : devices.all) {
            if (other.backend != "opencl" || other.vendor != device.vendor) continue;
            if (!apsp::same_card(device, other)) continue;
            CHECK(device.name == other.name);
            CHECK(device.driver == other.driver);
            CHECK(device.compute_units == other.compute_units);
            CHECK(device.compute_capability == other.compute_capability);
        }
    }
}

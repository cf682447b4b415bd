// The ladder: every variant against the oracle, bit for bit, and what its variants refuse.
//
// Types and semirings are defined in semiring.h, and the other tests go through all of them, so a
// few are enough here. PoCL takes a second or two to compile each kernel.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>

#include "backends/backend.hpp"
#include "device/devices.hpp"
#include "oracle.hpp"

namespace {

using apsp::Algorithm;
using apsp::Dtype;
using apsp::Graph;

struct Step {
    Algorithm algorithm;
    std::string variant;
    Dtype dtype = Dtype::f32;
    std::size_t tile = 0, block = 0;
    bool symmetric = false;
};

apsp::SolveOptions options_of(const Step& step) {
    apsp::SolveOptions options;
    options.algorithm = step.algorithm;
    options.variant = step.variant;
    options.dtype = step.dtype;
    options.tile = step.tile;
    options.block = step.block;
    options.symmetric = step.symmetric;
    return options;
}

/// Every variant of a device in f32, and in a small type with sizes that are not its defaults.
std::vector<Step> steps_of(const apsp::Device& device) {
    std::vector<Step> steps;
    for (Algorithm algorithm : apsp::kAlgorithms) {
        for (std::string_view variant : apsp::backend(device).ladder_variants(algorithm)) {
            steps.push_back({algorithm, std::string(variant)});
        }
    }
    const Step others[] = {
        {Algorithm::fw, "chunked", Dtype::f32, 7, 3},
        {Algorithm::fw, "coalesced", Dtype::f32, 1, 32},
        {Algorithm::fw, "row-shared", Dtype::i16, 3, 16},
        {Algorithm::kleene, "classic", Dtype::f32, 16},
        {Algorithm::kleene, "classic-vector", Dtype::i16, 16},
        {Algorithm::kleene, "wide", Dtype::f32, 64},
    };
    for (const Step& step : others) {
        const auto known = apsp::backend(device).ladder_variants(step.algorithm);
        if (std::ranges::find(known, step.variant) != known.end()) steps.push_back(step);
    }
    return steps;
}

/// Whether the device may refuse the step: llvmpipe, whose loops end early, may, and so may devices
/// on which the groups of `persistent` cannot pass on what they wrote.
bool may_refuse(const apsp::Device& device, const Step& step) {
    if (device.backend != "opencl") return false;
    const bool waits = step.variant.starts_with("persistent");
    const bool nvidia = device.vendor.find("NVIDIA") != std::string::npos;
    return is_llvmpipe(device) || (waits && device.kind == apsp::DeviceKind::gpu && !nvidia);
}

void check_step(const Graph& graph, const apsp::Device& device, const Step& step,
                const std::vector<long long>& expected, Solves& solves) {
    CAPTURE(label(device));
    CAPTURE(step.variant);
    CAPTURE(apsp::name(step.dtype));
    CAPTURE(step.tile);
    CAPTURE(step.block);
    if (!fits(graph, options_of(step))) return;
    try {
        const auto solution = solves(graph, device, options_of(step));
        CHECK(solution.variant == step.variant);
        CHECK(in_oracle_form(solution.distances) == expected);
    } catch (const apsp::Error& error) {
        const bool refused = error.kind() == apsp::ErrorKind::no_device;
        CHECK_MESSAGE((refused && may_refuse(device, step)), error.what());
        CHECK(std::string(error.what()).starts_with("unsupported: " + step.variant));
    }
}

/// 65 has padding; 197 has several tiles, and blocks of 128.
std::vector<Graph> graphs(std::size_t n) {
    std::vector<Graph> made;
    made.push_back(apsp::random_graph(n));
    made.push_back(apsp::random_graph(n, 3.0 / static_cast<double>(n + 3), 5));
    made.push_back(apsp::ring_graph(n));
    return made;
}

/// About one pair in 8 has arcs, with the same weight both ways; distances fit into a byte.
Graph undirected(std::size_t n) {
    std::vector<apsp::Arc> arcs;
    const Graph half = apsp::random_graph(n, 0.125, 3);
    for (std::uint32_t i = 0; i < n; ++i) {
        half.for_each_arc(i, [&](std::size_t j, double w) {
            if (j < i) return;
            arcs.push_back({i, static_cast<std::uint32_t>(j), w});
            arcs.push_back({static_cast<std::uint32_t>(j), i, w});
        });
    }
    return Graph::from_arcs(n, arcs, "undirected");
}

std::string refusal(const apsp::Device& device, const Step& step, apsp::ErrorKind kind) {
    const auto caught = apsp::test::error_of(
        [&] { apsp::solve(apsp::random_graph(65), device, options_of(step)); });
    CHECK(caught.kind == kind);
    return caught.message;
}

}  // namespace

TEST_CASE("ladder: every variant agrees with the oracle") {
    Solves solves;
    for (std::size_t n : {65, 197}) {
        for (const Graph& graph : graphs(n)) {
            const auto expected = oracle_distances(graph);
            for (const apsp::Device& device : devices_under_test()) {
                CAPTURE(n);
                CAPTURE(graph.origin());
                for (const Step& step : steps_of(device)) {
                    check_step(graph, device, step, expected, solves);
                }
            }
        }
    }
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend == "cpu") continue;  // this device has no such variants
        solves.require(is_llvmpipe(device) ? 12 : 54, device, {Dtype::f32});
    }
}

TEST_CASE("ladder: bytes, and half the work for symmetric matrices") {
    const Graph graph = undirected(197);
    const auto expected = oracle_distances(graph);
    Solves solves;
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend == "cpu") continue;  // has none of Kleene's
        for (const Step& step : {Step{Algorithm::kleene, "classic", Dtype::u8, 32, 0, true},
                                 Step{Algorithm::kleene, "classic", Dtype::f32, 16, 0, true},
                                 Step{Algorithm::kleene, "wide", Dtype::f32, 64, 0, true}}) {
            REQUIRE(fits(graph, options_of(step)));
            check_step(graph, device, step, expected, solves);
        }
        if (!is_llvmpipe(device)) {
            solves.require(2, device, {Dtype::f32});
            solves.require(1, device, {Dtype::u8});
        }
    }
}

TEST_CASE("ladder: groups that do not run at the same time end with an error") {
    for (const apsp::Device& device : devices_under_test()) {
        const Step alone = {Algorithm::fw, "persistent", Dtype::f32, 1};
        if (device.backend != "opencl" || device.kind != apsp::DeviceKind::cpu) continue;
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const std::string message = refusal(device, alone, apsp::ErrorKind::no_device);
        CHECK(message.starts_with("unsupported: persistent with 8320 groups"));
    }
}

TEST_CASE("ladder: sizes that the kernels lack are refused, naming those that they have") {
    for (const apsp::Device& device : devices_under_test()) {
        if (device.backend == "cpu") continue;  // has none of Kleene's
        CAPTURE(label(device));
        const auto usage = apsp::ErrorKind::usage;
        for (const Step& step : {Step{Algorithm::kleene, "classic", Dtype::f32, 64},
                                 Step{Algorithm::kleene, "classic-transposed", Dtype::f32, 4},
                                 Step{Algorithm::kleene, "classic", Dtype::f32, 16, 128}}) {
            CHECK(refusal(device, step, usage).find("16, 32") != std::string::npos);
        }
        const Step wide = {Algorithm::kleene, "wide", Dtype::f32, 1024};
        CHECK(refusal(device, wide, usage).find("256, 512") != std::string::npos);
        const Step block = {Algorithm::fw, "coalesced", Dtype::f32, 1, 1000000};
        CHECK(refusal(device, block, usage).find("work-items per group") != std::string::npos);
    }
}

TEST_CASE("ladder: its variants are no other ways to solve") {
    for (const apsp::Device& device : devices_under_test()) {
        for (Algorithm algorithm : apsp::kAlgorithms) {
            const auto product = apsp::variants(device, algorithm);
            for (std::string_view variant : apsp::backend(device).ladder_variants(algorithm)) {
                CHECK(std::ranges::find(product, variant) == product.end());
            }
        }
        const Step unknown = {Algorithm::fw, "no such thing"};
        const std::string message = refusal(device, unknown, apsp::ErrorKind::usage);
        for (std::string_view variant : apsp::backend(device).ladder_variants(Algorithm::fw)) {
            CHECK(message.find(variant) != std::string::npos);
        }
    }
}

// Betweenness by elimination on every device, against its definition and against the processor.
#include "apsp/betweenness.hpp"

#include <doctest/doctest.h>

#include "device/devices.hpp"
#include "draw.hpp"
#include "unit/all_paths.hpp"
#include "unit/ties.hpp"

namespace {

using apsp::Betweenness;
using apsp::BetweennessMethod;
using apsp::BetweennessOptions;
using apsp::Graph;
using apsp::test::agree;

/// Those that count; the processor is what others are compared with.
std::vector<apsp::Device> counting_devices() {
    std::vector<apsp::Device> devices = devices_under_test();
    std::erase_if(devices, [](const apsp::Device& device) {
        return device.backend == "cpu" || !device.f64 || is_llvmpipe(device);
    });
    return devices;
}

/// Of many kinds, with integers or, for lengths that are doubles, with eighths of them.
void check_drawn(const apsp::Device& device, std::size_t graphs) {
    std::size_t compared = 0, with_pairs = 0;
    for (std::size_t seed = 0; compared < graphs; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed) + 78);
        const Graph shape = apsp::test::drawn_graph(seed);
        if (shape.vertices() > 50) continue;
        Graph graph = apsp::test::with_ties(shape, random);
        if (random() % 2 == 0) {
            std::vector<apsp::Arc> arcs = apsp::test::arcs_of(graph);
            for (apsp::Arc& arc : arcs) arc.weight /= 8;
            graph = Graph::from_arcs(graph.vertices(), std::move(arcs), "eighths");
        }
        BetweennessOptions options = {.endpoints = random() % 2 == 0,
                                      .arcs = true,
                                      .method = BetweennessMethod::elimination,
                                      .device = device};
        options.source_weights = apsp::test::drawn_weights(graph.vertices(), random);
        options.target_weights = apsp::test::drawn_weights(graph.vertices(), random);
        if (random() % 3 == 0) options.cutoff = static_cast<double>(random() % 8);
        const Betweenness found = apsp::betweenness(graph, options);
        CHECK(agree(found, apsp::test::by_definition(graph, options)));
        REQUIRE(found.device);
        CHECK(found.device->name == device.name);
        ++compared;
        with_pairs += found.pairs > 0;
    }
    CHECK(with_pairs > graphs / 3);
}

}  // namespace

TEST_CASE("betweenness: every device counts as defined") {
    for (const apsp::Device& device : counting_devices()) {
        CAPTURE(label(device));
        check_drawn(device, device.kind == apsp::DeviceKind::gpu ? 1000 : draws(200));
    }
}

TEST_CASE("betweenness: in a simulator" * doctest::skip()) {
    for (const apsp::Device& device : counting_devices()) check_drawn(device, 12);
}

TEST_CASE("betweenness: every device finds what the processor finds in larger graphs") {
    for (const apsp::Device& device : counting_devices()) {
        CAPTURE(label(device));
        for (const Graph& graph :
             {apsp::grid_graph(slow_run() ? 12 : 45), apsp::potential_graph(150, 0.05, 3),
              apsp::random_graph(300, 0.01), apsp::test::diamonds(300)}) {
            CAPTURE(graph.origin());
            BetweennessOptions options = {.arcs = true, .method = BetweennessMethod::elimination};
            const Betweenness expected = apsp::betweenness(graph, options);
            CHECK_FALSE(expected.device);
            options.device = device;
            CHECK(agree(apsp::betweenness(graph, options), expected));
        }
    }
}

TEST_CASE("betweenness: where a device does not count, that is said, or the processor does") {
    const Graph graph = apsp::grid_graph(6);
    const BetweennessOptions options = {.method = BetweennessMethod::elimination};
    const Betweenness expected = apsp::betweenness(graph, options);
    for (const apsp::Device& device : devices_under_test()) {
        CAPTURE(label(device));
        BetweennessOptions asked = options;
        asked.device = device;
        asked.method = BetweennessMethod::search;
        const Betweenness searched = apsp::betweenness(graph, asked);
        CHECK(agree(searched, expected));
        CHECK_FALSE(searched.device);
        asked.method = BetweennessMethod::elimination;
        if (device.backend == "cpu") CHECK_FALSE(apsp::betweenness(graph, asked).device);
        if (device.f64 && !is_llvmpipe(device)) continue;
        const auto refused = apsp::test::error_of([&] { apsp::betweenness(graph, asked); });
        CHECK(refused.kind == apsp::ErrorKind::usage);
        CHECK(refused.has("counts no shortest paths"));
    }
}

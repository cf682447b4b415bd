// Betweenness on every device, both ways, against its definition and against the processor.
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

bool counts(const apsp::Device& device) {
    return device.backend != "cpu" && device.f64 && !is_llvmpipe(device);
}

/// Those that count; the processor is what others are compared with.
std::vector<apsp::Device> counting_devices() {
    std::vector<apsp::Device> devices = devices_under_test();
    std::erase_if(devices, [](const apsp::Device& device) { return !counts(device); });
    return devices;
}

Graph links_of(const Graph& graph) {
    std::vector<apsp::Arc> arcs = apsp::test::arcs_of(graph);
    for (apsp::Arc& arc : arcs) arc.weight = 1;
    return Graph::from_arcs(graph.vertices(), std::move(arcs), "links");
}

/// Of many kinds, with integers or, for lengths that are doubles, with eighths of them.
void check_drawn(const apsp::Device& device, std::size_t graphs) {
    std::size_t compared = 0, with_pairs = 0, searched = 0;
    for (std::size_t seed = 0; compared < graphs; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed) + 78);
        const Graph shape = apsp::test::drawn_graph(seed);
        if (shape.vertices() > 50) continue;
        Graph graph = apsp::test::with_ties(shape, random);
        std::vector<apsp::Arc> arcs = apsp::test::arcs_of(graph);
        const bool equal = random() % 2 == 0, eighths = random() % 2 == 0;
        for (apsp::Arc& arc : arcs) {
            if (equal) arc.weight = 2;
            if (eighths) arc.weight /= 8;
        }
        graph = Graph::from_arcs(graph.vertices(), std::move(arcs), "ties");
        BetweennessOptions options = {.endpoints = random() % 2 == 0,
                                      .arcs = true,
                                      .method = BetweennessMethod::elimination,
                                      .device = device};
        options.source_weights = apsp::test::drawn_weights(graph.vertices(), random);
        options.target_weights = apsp::test::drawn_weights(graph.vertices(), random);
        if (random() % 3 == 0) options.cutoff = static_cast<double>(random() % 8);
        const Betweenness expected = apsp::test::by_definition(graph, options);
        const Betweenness found = apsp::betweenness(graph, options);
        CHECK(agree(found, expected));
        REQUIRE(found.device);
        CHECK(found.device->name == device.name);
        options.method = BetweennessMethod::search;
        const Betweenness by_search = apsp::betweenness(graph, options);
        CHECK(agree(by_search, expected));
        if (equal && expected.pairs > 0) CHECK(by_search.device);
        searched += by_search.device.has_value();
        ++compared;
        with_pairs += found.pairs > 0;
    }
    CHECK(with_pairs > graphs / 3);
    CHECK(searched > graphs / 4);
}

}  // namespace

TEST_CASE("betweenness: every device counts as defined") {
    for (const apsp::Device& device : counting_devices()) {
        CAPTURE(label(device));
        check_drawn(device, device.kind == apsp::DeviceKind::gpu ? 1000 : draws(200));
    }
}

TEST_CASE(
    "betweenness: arcs that no shortest path takes may be longer than integers hold together") {
    constexpr std::uint32_t kVertices = 40;
    std::mt19937 random(5);
    std::uniform_int_distribution<std::uint32_t> vertex(0, kVertices - 1);
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < kVertices; ++i) {
        arcs.push_back({i, (i + 1) % kVertices, 1});
        for (int k = 0; k < 4; ++k) arcs.push_back({i, vertex(random), 0x3ffffffe});
    }
    const Graph graph = Graph::from_arcs(kVertices, std::move(arcs), "heavy arcs");
    BetweennessOptions options = {.arcs = true, .method = BetweennessMethod::elimination};
    const Betweenness expected = apsp::test::by_definition(graph, options);
    for (const apsp::Device& device : counting_devices()) {
        CAPTURE(label(device));
        options.device = device;
        CHECK(agree(apsp::betweenness(graph, options), expected));
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
        const Graph links = links_of(apsp::random_graph(slow_run() ? 100 : 700, 0.01));
        for (const std::size_t sample : {0, 30}) {
            BetweennessOptions options = {
                .arcs = true, .method = BetweennessMethod::search, .sample = sample};
            const Betweenness expected = apsp::betweenness(links, options);
            options.device = device;
            const Betweenness found = apsp::betweenness(links, options);
            CHECK(found.device);
            CHECK(agree(found, expected));
            CHECK(agree(found.errors, expected.errors));
        }
    }
}

TEST_CASE("betweenness: where a device does not count, that is said, or the processor does") {
    const Graph graph = links_of(apsp::grid_graph(6));
    const BetweennessOptions options = {.method = BetweennessMethod::elimination};
    const Betweenness expected = apsp::betweenness(graph, options);
    for (const apsp::Device& device : devices_under_test()) {
        CAPTURE(label(device));
        BetweennessOptions asked = options;
        asked.device = device;
        asked.method = BetweennessMethod::search;
        const Graph different = apsp::potential_graph(30, 0.2, 3);  // weights differ
        CHECK_FALSE(apsp::betweenness(different, asked).device);
        if (counts(device) || device.backend == "cpu") {
            const Betweenness searched = apsp::betweenness(graph, asked);
            CHECK(agree(searched, expected));
            CHECK(searched.device.has_value() == counts(device));
        }
        asked.method = BetweennessMethod::elimination;
        if (device.backend == "cpu") CHECK_FALSE(apsp::betweenness(graph, asked).device);
        if (device.f64 && !is_llvmpipe(device)) continue;
        const auto refused = apsp::test::error_of([&] { apsp::betweenness(graph, asked); });
        CHECK(refused.kind == apsp::ErrorKind::usage);
        CHECK(refused.has("counts no shortest paths"));
    }
}

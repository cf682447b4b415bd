// Near pairs that a device finds equal those that the processor finds, which the unit tests compare
// with whole matrices.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>

#include "apsp/apsp.hpp"
#include "apsp/near_pairs.hpp"
#include "device/devices.hpp"
#include "draw.hpp"
#include "unit/drawn_graph.hpp"

namespace {

using apsp::Device;
using apsp::Dtype;
using apsp::Graph;
using apsp::NearOptions;
using apsp::NearPairs;

/// Counts rows that differ.
std::size_t differences(const NearPairs& a, const NearPairs& b) {
    REQUIRE(a.dtype == b.dtype);
    REQUIRE(a.rows.size() == b.rows.size());
    return visit(a.dtype, [&](auto zero) {
        using T = decltype(zero);
        std::size_t wrong = 0;
        for (std::size_t row = 0; row < a.rows.size(); ++row) {
            wrong += std::ranges::equal(a.targets(row), b.targets(row)) &&
                             std::ranges::equal(a.distances<T>(row), b.distances<T>(row))
                         ? 0
                         : 1;
        }
        return wrong;
    });
}

struct Counting : apsp::NearSink {
    void begin(const NearPairs& sizes) override { expected = sizes.size(); }
    void take(std::size_t, std::span<const NearPairs::Row> some) override {
        rows += some.size();
        for (const NearPairs::Row& row : some) found += row.size;
    }
    std::uint64_t expected = 0;
    std::atomic<std::uint64_t> rows = 0, found = 0;
};

/// Returns how many pairs were compared.
std::uint64_t check(const Graph& graph, const Device& device, NearOptions options) {
    options.algorithm = apsp::Algorithm::sparse;
    const NearPairs expected = near_pairs(graph, options);
    options.device = device;
    const NearPairs found = near_pairs(graph, options);
    REQUIRE(found.device.has_value() == (device.backend != "cpu"));
    CHECK(differences(found, expected) == 0);
    options.count_only = true;
    const NearPairs counted = near_pairs(graph, options);
    options.count_only = false;
    Counting sink;
    options.sink = &sink;
    (void)near_pairs(graph, options);
    std::size_t miscounted = 0;
    for (std::size_t row = 0; row < expected.rows.size(); ++row) {
        miscounted += counted.rows[row].size != expected.rows[row].size ? 1 : 0;
    }
    CHECK(miscounted == 0);
    CHECK(sink.rows == expected.rows.size());
    CHECK(sink.found == expected.size());
    CHECK(sink.expected == expected.size());
    return expected.size();
}

/// A question about a graph of n vertices whose distances are about as large as `far`.
NearOptions drawn_question(std::size_t n, double far, std::mt19937& random) {
    NearOptions options;
    options.cutoff = std::floor(far * static_cast<double>(random() % 100) / 100);
    if (random() % 3 == 0) options.nearest = 1 + random() % 20;
    if (random() % 3 == 0) {
        options.sources.resize(1 + random() % n);
        std::ranges::generate(options.sources, [&] { return random() % n; });
    }
    // Fewer targets than sources, for the nearest, are another algorithm's.
    if (random() % 3 == 0 && options.nearest == 0) {
        options.among.emplace(random() % (n + 1));
        std::ranges::generate(*options.among, [&] { return random() % n; });
    }
    return options;
}

}  // namespace

TEST_CASE("near: a device finds what the processor finds") {
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        std::mt19937 random(11);
        std::uint64_t pairs = 0;
        for (std::size_t seed = 0; seed < (slow_run() ? 20U : 150U); ++seed) {
            const Graph graph = apsp::test::drawn_graph(seed);
            if (graph.min_weight() < 0) continue;
            CAPTURE(seed);
            NearOptions options = drawn_question(graph.vertices(), 130, random);
            const auto types = types_of(device);
            options.dtype = types[random() % types.size()];
            if (!fits(graph, {.dtype = options.dtype})) options.dtype = std::nullopt;
            pairs += check(graph, device, options);
        }
        CHECK(pairs > (slow_run() ? 50U : 10000U));
    }
}

TEST_CASE("near: a device finds what it can hold at a time") {
    for (Device device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const std::size_t side = slow_run() ? 8 : 70;
        const Graph graph = apsp::grid_graph(side);
        device.memory = std::uint64_t{1} << 20;  // 16 times as many pairs, in some chunks
        std::mt19937 random(12);
        std::uint64_t pairs = 0;
        for (const double cutoff : {0, 5, 40, 1000}) {
            pairs += check(graph, device, {.cutoff = cutoff, .dtype = Dtype::i32});
            pairs += check(graph, device, drawn_question(side * side, 300, random));
        }
        CHECK(pairs > (slow_run() ? 1000U : 100000U));
    }
}

TEST_CASE("near: a dense closure finds what is within the cutoff in the smallest type") {
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        // Distances to 100 and more, and on tensor cores where the device has them.
        const std::size_t n = slow_run() ? 65 : 2100;
        std::mt19937 random(13);
        std::vector<apsp::Arc> arcs;
        for (std::size_t a = 0; a < 4 * n; ++a) {
            arcs.push_back({apsp::test::number(random, n), apsp::test::number(random, n),
                            static_cast<double>(random() % 40)});
        }
        arcs.push_back({0, 1, 1000});  // beyond the type
        const Graph graph = Graph::from_arcs(n, arcs, "drawn");
        for (const double cutoff : {18, 44, 45, 254}) {
            CAPTURE(cutoff);
            const NearPairs expected =
                near_pairs(graph, {.cutoff = cutoff, .algorithm = apsp::Algorithm::search});
            const NearPairs found = near_pairs(
                graph, {.cutoff = cutoff, .algorithm = apsp::Algorithm::kleene, .device = device});
            CHECK(found.dtype == Dtype::u8);
            CHECK(differences(found, expected) == 0);
            CHECK(found.size() > n);
        }
    }
}

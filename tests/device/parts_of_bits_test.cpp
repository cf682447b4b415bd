// Reachability, on which devices work in bits, is the same, bit for bit, where the matrix does not
// lie in one piece on one device.
#include <doctest/doctest.h>

#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::Device;
using apsp::equal_matrices;
using apsp::Graph;
using apsp::Solution;
using apsp::SolveOptions;

SolveOptions reachability() {
    SolveOptions options;
    options.semiring = apsp::Semiring::or_and;
    options.algorithm = apsp::Algorithm::kleene;
    options.use_tuning = false;
    options.tile = 64;
    options.block = 128;
    return options;
}

/// A graph in which some vertices reach many others, and some none.
Graph half_reached(std::size_t n) {
    return apsp::random_graph(n, 1.5 / static_cast<double>(n), 7);
}

}  // namespace

TEST_CASE("parts of bits: rows dealt over devices and allocations") {
    const SolveOptions options = reachability();
    for (Device device : devices_of_both_kinds()) {
        if (is_llvmpipe(device)) continue;  // a solve takes seconds
        CAPTURE(label(device));
        const Device cpu = processor();
        // With the largest, rows of bits are several tiles of a product.
        for (const std::size_t n : {65, 389, 700, 1400, 2500}) {
            CAPTURE(n);
            const Graph graph = half_reached(n);
            device.largest_allocation = 0;
            const Solution whole = apsp::solve(graph, device, options);
            CHECK(apsp::verify(graph, whole.distances, {.semiring = options.semiring}).ok);
            for (const auto& devices : {std::vector{device, device}, std::vector{device, cpu},
                                        std::vector{cpu, device, device}}) {
                const Solution parts = apsp::solve(graph, devices, options);
                CHECK(equal_matrices(parts.distances, whole.distances));
            }
            device.largest_allocation = 300 * 2560 / 8;
            const Solution allocations = apsp::solve(graph, device, options);
            if (n == 2500) CHECK(allocations.shares.size() == 1);
            CHECK(!allocations.streamed);
            CHECK(equal_matrices(allocations.distances, whole.distances));
        }
    }
}

TEST_CASE("parts of bits: streamed through a device that is too small, and in a workspace") {
    const Graph graph = half_reached(4000);
    for (const Device& device : devices_of_both_kinds()) {
        if (is_llvmpipe(device)) continue;
        CAPTURE(label(device));
        SolveOptions options = reachability();
        const Solution whole = apsp::solve(graph, device, options);
        int streamed = 0;
        for (const std::uint64_t limit : {4'500'000, 4'000'000, 3'500'000, 3'000'000}) {
            CAPTURE(limit);
            options.memory_limit = limit;
            try {
                const Solution parts = apsp::solve(graph, device, options);
                CHECK(equal_matrices(parts.distances, whole.distances));
                streamed += parts.streamed ? 1 : 0;
            } catch (const apsp::Error& error) {
                CHECK(error.kind() == apsp::ErrorKind::out_of_memory);
            }
        }
        CHECK(streamed >= 1);
        const apsp::test::TemporaryFolder folder;
        options.memory_limit = 0;
        options.workspace = folder / "w";
        CHECK(equal_matrices(apsp::solve(graph, device, options).distances, whole.distances));
        apsp::remove_workspace(options.workspace);
    }
}

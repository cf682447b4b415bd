// A solve that ends before its time: whatever call of progress throws, at whatever moment, the
// exception gets out, and no device writes to memory that is gone. Run with the address sanitizer.
#include <doctest/doctest.h>

#include <stop_token>
#include <thread>

#include "apsp/generate.hpp"
#include "apsp/verify.hpp"
#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"

namespace {

using apsp::Device;
using apsp::SolveOptions;

struct Thrown {};

/// Blocks of 128 pivots, so that there are several calls.
SolveOptions in_blocks(apsp::Algorithm algorithm) {
    SolveOptions options;
    options.algorithm = algorithm;
    options.dtype = apsp::Dtype::f32;
    if (algorithm != apsp::Algorithm::fw) options.block = 128;
    return options;
}

/// Lets progress throw at its first call, its second, and so on, until a solve gets through.
/// Returns how many did not.
std::size_t throw_at_each_call(const apsp::Graph& graph, const std::vector<Device>& devices,
                               SolveOptions options) {
    for (std::size_t last = 1;; ++last) {
        std::size_t calls = 0;
        options.progress = [&](double) {
            if (++calls == last) throw Thrown();
        };
        try {
            apsp::solve(graph, devices, options);
            return last - 1;
        } catch (const Thrown&) {
        }
    }
}

}  // namespace

TEST_CASE("stop: progress may throw at any call") {
    const apsp::Graph graph = apsp::squares_graph(600);
    for (const Device& device : devices_under_test()) {
        CAPTURE(label(device));
        for (const apsp::Algorithm algorithm : apsp::kAlgorithms) {
            if (algorithm == apsp::Algorithm::fw && too_slow(device)) continue;
            CAPTURE(apsp::name(algorithm));
            CHECK(throw_at_each_call(graph, {device}, in_blocks(algorithm)) >= 5);
        }
        if (too_slow(device)) continue;
        const SolveOptions kleene = in_blocks(apsp::Algorithm::kleene);
        CHECK(throw_at_each_call(graph, {device, device}, kleene) >= 5);
        SolveOptions streamed = kleene;
        streamed.block = 0;
        streamed.memory_limit = std::uint64_t{5} << 20;  // of 6.3 MiB
        CHECK(throw_at_each_call(apsp::squares_graph(1200), {device}, streamed) >= 2);
    }
}

TEST_CASE("stop: a token that is asked to stop ends a solve with Stopped") {
    const apsp::Graph graph = apsp::squares_graph(600);
    for (const Device& device : devices_under_test()) {
        CAPTURE(label(device));
        SolveOptions options = in_blocks(apsp::Algorithm::kleene);
        std::stop_source source;
        options.stop = source.get_token();
        std::size_t calls = 0;
        options.progress = [&](double) {
            if (++calls == 2) source.request_stop();
        };
        CHECK_THROWS_AS(apsp::solve(graph, device, options), apsp::Stopped);
        CHECK(calls == 2);
        CHECK_THROWS_AS(apsp::solve(graph, device, options), apsp::Stopped);  // before it begins
        CHECK(calls == 2);
    }
}

TEST_CASE("stop: several threads may solve at the same time, on one device and on several") {
    const apsp::Graph graph = apsp::squares_graph(300);
    const SolveOptions options = in_blocks(apsp::Algorithm::kleene);
    const auto devices = devices_under_test();
    const apsp::Matrix expected = apsp::solve(graph, devices.front(), options).distances;
    std::vector<std::jthread> threads;
    std::vector<int> right(3 * devices.size(), 0);
    for (std::size_t i = 0; i < right.size(); ++i) {
        threads.emplace_back([&, i] {
            const auto solution = apsp::solve(graph, devices[i % devices.size()], options);
            right[i] = apsp::equal_matrices(solution.distances, expected) ? 1 : 0;
        });
    }
    threads.clear();
    CHECK(std::ranges::count(right, 1) == static_cast<std::ptrdiff_t>(right.size()));
}

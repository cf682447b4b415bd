// A solve that ends early: whichever call of progress throws, at whatever moment, the exception
// reaches the caller, and no device writes to freed memory. To be run with AddressSanitizer.
#include "apsp/stop.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>

#include "apsp/generate.hpp"
#include "apsp/io.hpp"
#include "apsp/verify.hpp"
#include "base/stopwatch.hpp"
#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::Device;
using apsp::SolveOptions;

struct Thrown {};

/// Blocks of 128 pivots, so that progress is called several times.
SolveOptions in_blocks(apsp::Algorithm algorithm) {
    SolveOptions options;
    options.algorithm = algorithm;
    options.dtype = apsp::Dtype::f32;
    using enum apsp::Algorithm;
    if (algorithm == kleene || algorithm == rkleene) options.block = 128;
    return options;
}

/// Lets progress throw at its first call, its second, and so on, until a solve finishes. Returns
/// how many solves did not.
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

/// Works until a stop is requested after so many seconds. Returns how many seconds it took to stop,
/// or none if everything was done before.
std::optional<double> seconds_to_stop(const std::function<void()>& work, double after) {
    std::stop_source source;
    apsp::Stopwatch watch;
    double requested = 0;
    std::jthread asking([&] {
        std::this_thread::sleep_for(std::chrono::duration<double>(after));
        requested = watch.seconds();
        source.request_stop();
    });
    double stopped = 0;
    try {
        const apsp::StopScope scope(source.get_token());
        work();
    } catch (const apsp::Stopped&) {
        stopped = watch.seconds();
    }
    asking.join();
    if (stopped == 0) return std::nullopt;
    return stopped - requested;
}

/// Requests stops later and later, the first after so many seconds, until the work is done before.
void check_stops(const std::function<void()>& work, double first) {
    std::size_t stops = 0;
    for (double after = first;; after *= 2, ++stops) {
        const auto taken = seconds_to_stop(work, after);
        if (!taken) break;
        CHECK(*taken < (slow_run() ? 5 : 2));  // 0.2 on an idle machine
    }
    CHECK(stops >= 3);
}

/// Reads, solves with all options, verifies and writes.
void do_everything(const std::filesystem::path& folder, const Device& device) {
    const apsp::Graph graph = apsp::read_graph(folder / "g.gr").graph;
    SolveOptions options;
    options.paths = options.summary = options.statistics = true;
    const auto solution = apsp::solve(graph, device, options);
    apsp::VerifyOptions everything;
    everything.predecessors = &solution.paths.predecessors();
    const auto verification = apsp::verify(graph, solution.distances, everything);
    CHECK(verification.ok);
    apsp::write_matrix(solution.distances, folder / "d.csv");
}

}  // namespace

TEST_CASE("stop: progress may throw at any call") {
    const apsp::Graph graph = apsp::squares_graph(600);
    for (const Device& device : devices_under_test()) {
        CAPTURE(label(device));
        for (const apsp::Algorithm algorithm : algorithms_of(device)) {
            if (algorithm == apsp::Algorithm::fw && too_slow(device)) continue;
            CAPTURE(apsp::name(algorithm));
            const bool in_steps =
                apsp::is_dense(algorithm) && algorithm != apsp::Algorithm::automatic;
            const std::size_t least = in_steps ? 5 : 1;
            CHECK(throw_at_each_call(graph, {device}, in_blocks(algorithm)) >= least);
        }
        if (too_slow(device)) continue;
        const SolveOptions kleene = in_blocks(apsp::Algorithm::kleene);
        CHECK(throw_at_each_call(graph, {device, device}, kleene) >= 5);
        SolveOptions half = kleene;
        half.symmetric = true;
        CHECK(throw_at_each_call(apsp::grid_graph(25), {device, device}, half) >= 5);
        if (!apsp::variants(device, apsp::Algorithm::sparse).empty()) {
            const SolveOptions sparse = in_blocks(apsp::Algorithm::sparse);
            CHECK(throw_at_each_call(graph, {device, device}, sparse) >= 1);
        }
        SolveOptions streamed = kleene;
        streamed.block = 0;
        const apsp::Graph parted = apsp::squares_graph(1200);
        streamed.memory_limit = streaming_limit(parted, device, streamed);
        CHECK(throw_at_each_call(parted, {device}, streamed) >= 2);
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
        CHECK_THROWS_AS(apsp::solve(graph, device, options), apsp::Stopped);  // before it starts
        CHECK(calls == 2);
    }
}

TEST_CASE("stop: at whatever moment it is asked for") {
    const apsp::test::TemporaryFolder folder;
    constexpr std::size_t n = 600;
    std::string text = fmt::format("p sp {} {}\n", n, n * (n - 1));
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t j = 1; j <= n; ++j) {
            if (i != j) text += fmt::format("a {} {} {}\n", i, j, (i * 7919 + j * 104'729) % 1000);
        }
    }
    folder.write("g.gr", text);
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        check_stops([&] { do_everything(folder.path(), device); }, 0.01);
    }
}

TEST_CASE("stop: a batch on several devices, at whatever moment it is asked for") {
    constexpr std::size_t kGraphs = 2000, n = 64;
    std::vector<std::uint8_t> weights(kGraphs * n * n);
    for (std::size_t k = 0; k < weights.size(); ++k)
        weights[k] = static_cast<std::uint8_t>(1 + k * k % 31);
    const auto small = apsp::GraphBatch::from_dense(kGraphs, n, {apsp::Dtype::u8, weights.data()});
    const auto large = apsp::GraphBatch::from_dense(20, 600, {apsp::Dtype::u8, weights.data()});
    const apsp::BatchOptions options = {.dtype = apsp::Dtype::f32, .paths = true};
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        for (const auto* batch : {&small, &large}) {
            const auto work = [&] {
                apsp::solve_batch(*batch, std::vector{device, processor(), device}, options);
            };
            work();  // compiles the kernels, which is not stopped
            check_stops(work, 0.001);
        }
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

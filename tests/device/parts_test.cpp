// Matrices that do not lie in one piece on one device have the same closure, bit for bit.
#include <doctest/doctest.h>

#include <algorithm>

#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "temporary_folder.hpp"

namespace {

using apsp::Device;
using apsp::equal_matrices;
using apsp::Graph;
using apsp::Solution;
using apsp::SolveOptions;

/// A graph with fractional weights, so that roundings show if sums are taken in another order.
Graph fractions(std::size_t n) {
    std::vector<apsp::Arc> arcs;
    std::uint32_t state = 12345;
    const auto next = [&] { return state = state * 1664525 + 1013904223; };
    for (std::size_t i = 0; i < n; ++i) {
        for (int a = 0; a < 5; ++a) {
            const auto target = static_cast<std::uint32_t>(next() % n);
            const double weight = 0.1 + static_cast<double>(next() >> 8) / 16777216.0;
            arcs.push_back({static_cast<std::uint32_t>(i), target, weight});
        }
    }
    return Graph::from_arcs(n, std::move(arcs), "fractions");
}

/// Solves the graph in one piece and on several lists of devices; the results must agree. Each
/// backend adds in an order of its own; integers are the same.
void check_shares(const Graph& graph, const Device& device, const SolveOptions& options) {
    const Solution whole = apsp::solve(graph, device, options);
    REQUIRE(whole.shares.empty());
    const Device cpu = processor();
    for (const auto& devices : {std::vector{device, device}, std::vector{device, cpu},
                                std::vector{cpu, device}, std::vector{device, device, device}}) {
        const bool alike =
            std::ranges::all_of(devices, [&](const Device& d) { return d.index == device.index; });
        const Solution parts = apsp::solve(graph, devices, options);
        CAPTURE(devices.size());
        if (graph.integral() || alike) {
            CHECK(equal_matrices(parts.distances, whole.distances));
        } else {
            CHECK(apsp::verify(graph, parts.distances).ok);
        }
        std::size_t rows = 0;
        for (const auto& share : parts.shares) {
            CHECK(share.rows.first == rows);
            rows = share.rows.last;
        }
        CHECK(rows == graph.vertices());
    }
}

}  // namespace

TEST_CASE("parts: rows dealt over devices") {
    for (const Device& device : devices_of_both_kinds()) {
        CAPTURE(label(device));
        for (std::size_t n : {65, 300, 389, 700}) {
            if (is_llvmpipe(device) && n > 300) continue;  // a solve takes seconds
            CAPTURE(n);
            check_shares(fractions(n), device, same_steps(apsp::Dtype::f32));
            check_shares(apsp::potential_graph(n, 0.3), device, same_steps(apsp::Dtype::i32));
        }
    }
}

TEST_CASE("parts: pivots handed over through the host, and from device to device") {
    const Graph graph = apsp::squares_graph(700);
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        SolveOptions options = same_steps(apsp::Dtype::i32);
        const Solution whole = apsp::solve(graph, device, options);
        for (const apsp::PanelPlace place : apsp::kPanelPlaces) {
            CAPTURE(apsp::name(place));
            options.panels = place;
            const std::vector devices = {device, device, device};
            if (place == apsp::PanelPlace::device && device.backend != "cuda") {
                CHECK_THROWS_WITH(apsp::solve(graph, devices, options),
                                  doctest::Contains("cannot read one another's memory"));
                continue;
            }
            const Solution parts = apsp::solve(graph, devices, options);
            CHECK(equal_matrices(parts.distances, whole.distances));
            for (const auto& share : parts.shares) CHECK(share.panels == place);
        }
    }
}

TEST_CASE("parts: every type and semiring on two devices") {
    const Graph graph = apsp::random_graph(300, 0.05, 3);
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        Solves solves;
        const auto check = [&](apsp::Algorithm algorithm, apsp::Semiring semiring) {
            for (apsp::Dtype dtype : types_of(device, semiring)) {
                CAPTURE(apsp::name(algorithm));
                CAPTURE(apsp::name(semiring));
                CAPTURE(apsp::name(dtype));
                SolveOptions options = same_steps(dtype);
                options.algorithm = algorithm;
                if (!apsp::is_dense(algorithm)) options.tile = options.block = 0;
                options.semiring = semiring;
                if (!fits(graph, options)) continue;
                const Solution whole = apsp::solve(graph, device, options);
                const Solution parts = solves(graph, std::vector{device, device}, options);
                CHECK(parts.shares.size() == 2);
                CHECK(equal_matrices(parts.distances, whole.distances));
            }
        };
        for (apsp::Semiring semiring : apsp::kSemirings) {
            if (semiring == apsp::Semiring::max_times) continue;  // weights in [0, 1]
            for (apsp::Algorithm algorithm : algorithms_of(device)) {
                const bool kleene = algorithm == apsp::Algorithm::kleene;
                if (kleene || !apsp::is_dense(algorithm)) check(algorithm, semiring);
            }
        }
        solves.require(3, device, types_of(device));  // in each semiring
    }
}

TEST_CASE("parts: one device with several allocations") {
    const Graph graph = apsp::squares_graph(700);
    for (Device device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const SolveOptions options = same_steps(apsp::Dtype::f32);
        const Solution whole = apsp::solve(graph, device, options);
        device.largest_allocation = 300 * 768 * 4;
        const Solution parts = apsp::solve(graph, device, options);
        CHECK(parts.shares.size() == 1);
        CHECK(!parts.streamed);
        CHECK(equal_matrices(parts.distances, whole.distances));
    }
}

namespace {

/// Solves on devices that have less memory than the matrix takes, and calls f(solution); or the
/// operands beside a few stripes are too large for them. Streaming sums paths in another order:
/// through all pivots of a round at once.
class TooSmall {
  public:
    explicit TooSmall(const Device& device)
        : whole_(apsp::solve(integers_, device, same_steps(apsp::Dtype::f32))) {}

    template <class F>
    void solve(const std::vector<Device>& devices, double share, F&& f) const {
        CAPTURE(share);
        SolveOptions options = same_steps(apsp::Dtype::f32);
        options.memory_limit =
            static_cast<std::uint64_t>(share * static_cast<double>(whole_.distances.bytes()));
        try {
            const Solution parts = apsp::solve(integers_, devices, options);
            f(parts);
            CHECK(equal_matrices(parts.distances, whole_.distances));
            CHECK(apsp::verify(reals_, apsp::solve(reals_, devices, options).distances).ok);
        } catch (const apsp::Error& error) {
            CHECK(error.kind() == apsp::ErrorKind::out_of_memory);
        }
    }

  private:
    Graph integers_ = apsp::squares_graph(1930), reals_ = fractions(1930);
    Solution whole_;
};

}  // namespace

TEST_CASE("parts: a matrix brought through a device that is too small") {
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        int streamed = 0;
        const TooSmall matrix(device);
        for (const double share : {0.99, 0.8, 0.5}) {
            if (slow_run() && share != 0.5) continue;
            matrix.solve({device}, share, [&](const Solution& parts) {
                CHECK(parts.streamed);
                ++streamed;
            });
        }
        CHECK(streamed >= 1);
    }
}

TEST_CASE("parts: a matrix brought through devices that are too small together") {
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        int streamed = 0;
        const TooSmall matrix(device);
        for (const std::size_t count : {2, 3}) {
            CAPTURE(count);
            // Engines differ in what they need beside the matrix: up to half of it.
            for (const double share : {0.4, 0.7, 1.0}) {
                if (slow_run() && share != 0.4) continue;
                matrix.solve(std::vector(count, device), share, [&](const Solution& parts) {
                    CHECK(parts.shares.size() == count);
                    if (parts.streamed) ++streamed;
                });
            }
        }
        CHECK(streamed >= 1);
    }
}

TEST_CASE("parts: predecessors, statistics and negative weights") {
    const Graph graph = apsp::potential_graph(300, 0.1);
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        SolveOptions options = same_steps(apsp::Dtype::i32);
        options.paths = true;
        options.statistics = true;
        const Solution parts = apsp::solve(graph, {device, processor()}, options);
        const apsp::VerifyOptions check{.predecessors = &parts.paths.predecessors()};
        CHECK(apsp::verify(graph, parts.distances, check).ok);
        const Solution whole = apsp::solve(graph, device, options);
        CHECK(parts.statistics->diameter == whole.statistics->diameter);
    }
}

TEST_CASE("parts: a workspace's distances are restored once, however often it is resumed") {
    const Graph graph = apsp::potential_graph(600, 0.1);
    using enum apsp::Algorithm;
    for (const apsp::Algorithm algorithm : {kleene, sparse, search}) {
        CAPTURE(apsp::name(algorithm));
        const apsp::test::TemporaryFolder folder;
        SolveOptions options = same_steps(apsp::Dtype::i32);
        options.algorithm = algorithm;
        if (algorithm != kleene) options.tile = options.block = 0;
        const Solution whole = apsp::solve(graph, processor(), options);
        options.workspace = folder / "w";
        options.resume = true;
        for (const bool paths : {false, true, false}) {
            options.paths = paths;
            if (paths) {  // there are no costs left
                apsp::test::check_refused(apsp::ErrorKind::usage, "no predecessors can be found",
                                          [&] { apsp::solve(graph, processor(), options); });
                continue;
            }
            const Solution again = apsp::solve(graph, processor(), options);
            CHECK(apsp::verify(graph, again.distances).ok);
            CHECK(equal_matrices(again.distances, whole.distances));
        }
        apsp::remove_workspace(options.workspace);
        options.paths = true;
        const Solution paths = apsp::solve(graph, processor(), options);
        const apsp::VerifyOptions check{.predecessors = &paths.paths.predecessors()};
        CHECK(apsp::verify(graph, paths.distances, check).ok);
    }
}

TEST_CASE("parts: a share may have no rows but padding") {
    const Graph graph = apsp::random_graph(40, 0.3);
    const Graph garbage = apsp::potential_graph(1000, 0.1);  // left in memory that is used again
    for (const Device& device : devices_of_both_kinds()) {
        if (device.backend == "cuda") continue;  // has no blocks of 64
        for (const apsp::Dtype dtype : {apsp::Dtype::i32, apsp::Dtype::u8}) {
            SolveOptions options = same_steps(apsp::Dtype::i32);
            apsp::solve(garbage, device, options);
            options.dtype = dtype;
            options.block = 64;
            if (dtype == apsp::Dtype::u8) options.semiring = apsp::Semiring::or_and;
            const Solution parts = apsp::solve(graph, {device, device}, options);
            if (device.kind != apsp::DeviceKind::gpu) REQUIRE(parts.shares.size() == 2);
            CHECK(apsp::verify(graph, parts.distances, {.semiring = options.semiring}).ok);
        }
    }
}

TEST_CASE("parts: a negative cycle is found on several devices, too") {
    const Graph graph = Graph::from_arcs(200, {{0, 150, 1}, {150, 199, -3}, {199, 0, 1}},
                                         "a cycle over both shares");
    for (const Device& device : devices_of_both_kinds()) {
        SolveOptions options;
        options.dtype = apsp::Dtype::i32;
        CHECK_THROWS_AS(apsp::solve(graph, {device, device}, options), apsp::NegativeCycle);
    }
}

TEST_CASE("parts: what works in one piece only is refused") {
    const Device cpu = processor();
    SolveOptions options;
    options.algorithm = apsp::Algorithm::rkleene;
    apsp::test::check_refused(apsp::ErrorKind::usage, "several devices", [&] {
        apsp::solve(apsp::random_graph(300), {cpu, cpu}, options);
    });
    options.algorithm = apsp::Algorithm::kleene;
    options.symmetric = true;
    options.workspace = "nowhere";
    apsp::test::check_refused(apsp::ErrorKind::usage, "half the work is not possible",
                              [&] { apsp::solve(apsp::undirected_graph(300), {cpu}, options); });
}

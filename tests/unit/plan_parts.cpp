// What is planned of a matrix in parts, on devices that do not exist.
#include "solve/plan_parts.hpp"

#include <algorithm>
#include <cmath>

#include "apsp/generate.hpp"
#include "backends/processor.hpp"
#include "backends/transfer.hpp"
#include "base/host_memory.hpp"
#include "graph/padding.hpp"
#include "solve/plan.hpp"
#include "unit/helpers.hpp"
#include "unit/imaginary_devices.hpp"

namespace apsp {

using test::error_of;
using test::kGiB;
using test::nvidia;
using test::two_of;

TEST_CASE("plan: rows that are not kept take no memory of the host, however many there are") {
    constexpr std::uint64_t kTiB = kGiB << 10, kRow = (1 << 21) * sizeof(float);
    const Graph graph = Graph::from_arcs(1 << 21, {{0, 1, 1}}, "one arc");  // 16 TiB as f32
    Device device = nvidia(), pieces = nvidia();
    device.memory = device.largest_allocation = pieces.memory = 64 * kTiB;
    pieces.largest_allocation = kTiB;
    for (std::vector<Device> devices : {std::vector{device}, {device, device}, {pieces}}) {
        CAPTURE(devices.size());
        SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f32};
        options.use_tuning = false;
        const auto planned = [&] { return plan_solve(graph, devices, options); };
        CHECK(error_of(planned).has("of memory free"));
        options.keep_distances = false;
        options.summary = options.statistics = true;
        CHECK(planned().host_bytes == 0);
        options.take_rows = [](const RowBatch&) {};
        CHECK(planned().host_bytes == 1024 * kRow);
        options.statistics_options = {.bounds = {1, 2, 3}, .within = true};
        CHECK(planned().host_bytes == 1024 * kRow + 3 * (8ULL << 21));
        options.statistics_options = {};
        options.statistics = false;
        options.rows = {5, 1, 5};
        CHECK(planned().host_bytes == 3 * kRow);
        options.rows.clear();
        options.paths = true;
        CHECK(error_of(planned).has("of memory free"));
        options.paths = false;
        devices.back().shares_host_memory = true;
        CHECK(error_of(planned).has("of memory free"));
    }
}

TEST_CASE("plan: the host has room for predecessors, and for the rows that are made together") {
    // A byte per distance fits, and four more per predecessor do not.
    const auto n =
        static_cast<std::size_t>(std::sqrt(static_cast<double>(available_host_memory() / 2)));
    const Graph graph = Graph::from_arcs(n, {{0, 1, 1}}, "one arc");
    Device gpu = nvidia();
    gpu.memory = gpu.largest_allocation = kGiB << 20;
    Device host = select_device(list_devices(), "cpu");
    SolveOptions options{.dtype = Dtype::u8};
    options.use_tuning = false;
    using enum Algorithm;
    for (const auto& [algorithm, device] :
         {std::pair{kleene, gpu}, {sparse, host}, {search, host}}) {
        CAPTURE(name(algorithm));
        options.algorithm = algorithm;
        const auto planned = [&] { return plan_solve(graph, {device}, options); };
        options.paths = false;
        CHECK(planned().host_bytes >= n * n);
        options.paths = true;
        CHECK(error_of(planned).has("of memory free"));
    }
    const Graph large = Graph::from_arcs(1 << 21, {{0, 1, 1}}, "one arc");
    constexpr std::uint64_t kRow = (1 << 21) * sizeof(float);
    // The columns of a thread, and a place for each vertex.
    constexpr std::uint64_t kThread = (1 << 21) * (256 + sizeof(std::uint32_t));
    options = {.algorithm = sparse, .dtype = Dtype::f32};
    options.keep_distances = false;
    options.rows = {7, 9};
    const auto bytes = [&] { return plan_solve(large, {host}, options).host_bytes >> 20; };
    CHECK(bytes() == (2 * kRow + kThread) >> 20);
    options.rows.clear();
    host.compute_units = 1;
    CHECK(bytes() == (cpu_sweep_batch(Dtype::f32, 1) * kRow + kThread) >> 20);
    host.compute_units = 4096;
    CHECK(error_of([&] { plan_solve(large, {host}, options); }).has("of memory free"));
}

TEST_CASE("plan: a sweep on the host needs columns for each thread") {
    const Graph graph = grid_graph(60);
    Device host = select_device(list_devices(), "cpu");
    SolveOptions options{.algorithm = Algorithm::sparse, .dtype = Dtype::f32};
    options.use_tuning = false;
    const auto bytes = [&](std::size_t threads) {
        host.compute_units = threads;
        const SolvePlan plan = plan_solve(graph, {host}, options);
        CHECK(plan.host_bytes > eliminated_bytes(*plan.tree, Dtype::f32));
        return plan.host_bytes;
    };
    const auto columns = [&](std::size_t threads) { return threads * padded(3600) * 256; };
    const std::uint64_t in_matrix = bytes(8);
    CHECK(in_matrix >= 3600 * 3712 * sizeof(float));
    options.paths = true;
    CHECK(bytes(8) >= in_matrix + columns(8));
    options.paths = false;
    for (std::size_t row = 0; row < 640; ++row) options.rows.push_back(row);
    CHECK(bytes(8) >= 640 * 3712 * sizeof(float) + columns(8));
    CHECK(bytes(64) >= bytes(8) + columns(2));  // there are 10 blocks of rows
    CHECK(bytes(64) < bytes(8) + columns(64));
}

TEST_CASE("plan: the host has room for rows that are chosen from a workspace") {
    const Graph graph = Graph::from_arcs(1 << 17, {{0, 1, 1}}, "one arc");
    constexpr std::uint64_t kRow = (1 << 17) * sizeof(float);
    const Device device = select_device(list_devices(), "cpu");
    SolveOptions options{.dtype = Dtype::f32};
    options.use_tuning = false;
    options.workspace = "nowhere";
    using enum Algorithm;
    for (const Algorithm algorithm : {kleene, sparse, search}) {
        CAPTURE(name(algorithm));
        options.algorithm = algorithm;
        options.rows.clear();
        const auto planned = [&] { return plan_solve(graph, {device}, options); };
        const std::uint64_t none = planned().host_bytes;
        options.rows = {5, 1, 5};
        CHECK(planned().host_bytes == none + 3 * kRow);
        options.rows.assign(available_host_memory() / kRow * 2, 7);
        CHECK(error_of(planned).has("of memory free"));
    }
}

TEST_CASE("plan: pieces in which a sweep copies hold whole rows of the result") {
    std::vector<Arc> path;
    for (std::uint32_t i = 1; i < 100'000; ++i) path.push_back({i - 1, i, 1});
    const Graph graph = Graph::from_arcs(path.size() + 1, path, "path");
    SolveOptions options{.algorithm = Algorithm::sparse, .dtype = Dtype::f32};
    options.use_tuning = options.keep_distances = false;
    options.rows = {5};
    options.memory_limit = 256 << 20;
    const SolvePlan plan = plan_solve(graph, {nvidia()}, options);
    CHECK(plan.parts.front().sweep->columns < graph.vertices());
    CHECK(transfer_piece(plan.parts.front().engine) >= graph.vertices() * sizeof(float));
}

TEST_CASE("plan: devices find the predecessors of their shares, where they have room for it") {
    const Graph graph = random_graph(4000, 0.01);
    Device device = nvidia();
    SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f32, .paths = true};
    options.use_tuning = false;
    const auto found_there = [&] {
        const SolvePlan plan = plan_solve(graph, two_of(device), options);
        REQUIRE(plan.parts.size() == 2);
        for (const PartPlan& part : plan.parts) {
            CHECK(part.memory.device_bytes() <= device.memory);
            CHECK(part.engine.paths == plan.parts.front().engine.paths);
        }
        return plan.parts.front().engine.paths;
    };
    CHECK(found_there());
    options.paths = false;
    CHECK(!found_there());
    const SolvePlan plan = plan_solve(graph, two_of(device), options);
    device.memory = plan.parts.back().memory.device_bytes();
    CHECK(!found_there());
    options.paths = true;
    CHECK(!found_there());
}

TEST_CASE("plan: only who asks for it gets products on AMD's matrix units") {
    std::vector<Arc> star;
    for (std::uint32_t leaf = 1; leaf < 4200; ++leaf) {
        star.insert(star.end(), {{0, leaf, 15}, {leaf, 0, 15}});
    }
    const Graph graph = Graph::from_arcs(4200, star, "a star");
    Device amd = nvidia();
    amd.vendor = "AMD";
    amd.name = "gfx90a";
    amd.compute_capability = 0;
    SolveOptions options{.algorithm = Algorithm::kleene, .use_tuning = false};
    const auto terms = [&](const Device& device) {
        const SolvePlan plan = plan_solve(graph, two_of(device), options);
        return std::pair(plan.engine.terms, plan_part(plan, amd, 0).engine.terms);
    };
    using Terms = std::pair<std::size_t, std::size_t>;
    CHECK(terms(nvidia()) == Terms(16, 0));
    CHECK(terms(amd) == Terms(0, 0));
    options.variant = "tensor";
    CHECK(terms(nvidia()) == Terms(16, 16));
    CHECK(terms(amd) == Terms(16, 16));
}

TEST_CASE("plan: a device that is named twice has half its memory each time") {
    const Graph graph = random_graph(4000, 0.01);
    Device device = nvidia();
    SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f32};
    options.use_tuning = false;
    const auto layout_on = [&](const std::vector<Device>& devices) {
        const SolvePlan plan = plan_solve(graph, devices, options);
        std::uint64_t bytes = 0;
        for (const PartPlan& part : plan.parts) bytes += part.memory.device_bytes();
        const bool twice = same_card(devices.front(), devices.back());
        CHECK(bytes <= (twice ? 1 : 2) * device.memory);
        return plan.layout;
    };
    const SolvePlan plan = plan_solve(graph, {device, device}, options);
    device.memory = plan.parts[0].memory.device_bytes() + plan.parts[1].memory.device_bytes();
    CHECK(layout_on({device, device}) == Layout::shares);
    device.memory = device.memory * 2 / 3;
    CHECK(layout_on(two_of(device)) == Layout::shares);
    CHECK(layout_on({device, device}) == Layout::streamed);
    options.memory_limit = device.memory / 4;
    CHECK(layout_on({device, device}) == Layout::streamed);
}

TEST_CASE("plan: a limit that leaves no room to measure unlike devices does not refuse the solve") {
    const Device device = select_device(list_devices(), "cpu");
    Device other = device;
    other.name = "another";
    ++other.index_in_backend;
    SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f64};
    options.use_tuning = false;
    options.memory_limit = 11 << 20;  // 8 are the matrix of n = 1024
    const SolvePlan plan = plan_solve(random_graph(1300), {device, other}, options);
    CHECK(plan.layout == Layout::streamed);
}

TEST_CASE("plan: auto takes kleene where the fastest algorithm has no room") {
    const Graph graph = random_graph(4096, 0.002);
    Device device = select_device(list_devices(), "cpu");
    device.compute_units = 4;
    SolveOptions options{.dtype = Dtype::f32};
    options.use_tuning = false;
    const auto planned = [&] { return plan_solve(graph, {device}, options); };
    const Algorithm fastest = planned().choices.algorithm;
    CHECK(fastest == Algorithm::search);
    options.memory_limit = 30 << 20;  // the matrix needs 64
    const SolvePlan plan = planned();
    CHECK(plan.layout == Layout::streamed);
    CHECK(plan.choices.algorithm == Algorithm::kleene);
    CHECK(plan.choices.estimates.front().algorithm == fastest);
    REQUIRE(plan.choices.warnings.size() == 2);
    CHECK(plan.choices.warnings[0].starts_with("search should take less time than kleene, but "));
    options.memory_limit = 1 << 20;
    const test::Caught refusal = error_of(planned);
    CHECK(refusal.has("n = 4096 as f32 needs 64.00 MiB"));
    CHECK(refusal.has("; in stripes it needs "));
    options.memory_limit = 30 << 20;
    options.algorithm = fastest;
    CHECK(error_of(planned).kind == ErrorKind::out_of_memory);
}

TEST_CASE("plan: several devices do half the work where that pays and fits") {
    const Graph large = grid_graph(230), small = grid_graph(100);
    Device device = nvidia();
    device.memory = device.largest_allocation = 64 * kGiB;
    SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f32};
    options.use_tuning = options.keep_distances = false;
    const auto planned = [&](const Graph& graph) {
        return plan_solve(graph, two_of(device), options);
    };
    const SolvePlan half = planned(large);
    CHECK(half.half_shares);
    CHECK(half.choices.symmetric);
    CHECK(half.parts[0].stripes.back().last < half.matrix.n * 3 / 10);
    CHECK(!planned(small).half_shares);
    options.symmetric = true;
    CHECK(planned(small).half_shares);
    options.symmetric = false;
    const SolvePlan all = planned(large);
    CHECK(!all.half_shares);
    CHECK(!all.choices.symmetric);

    // The second device has most rows if it does half the work.
    device.memory =
        std::max(all.parts[0].memory.device_bytes(), all.parts[1].memory.device_bytes());
    options.symmetric = std::nullopt;
    CHECK(!planned(large).half_shares);
    CHECK(planned(large).layout == Layout::shares);
    options.symmetric = true;
    CHECK(error_of([&] { planned(large); }).has("half the work is not possible"));
}

}  // namespace apsp

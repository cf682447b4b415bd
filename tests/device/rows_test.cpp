// Rows that are copied one by one: devices with memory of their own, solves that keep only some
// rows of the result, and sums taken on the way.
#include <doctest/doctest.h>

#include <algorithm>

#include "device/devices.hpp"
#include "graph/equal_matrices.hpp"
#include "same_statistics.hpp"
#include "solve/plan.hpp"

namespace {

using apsp::Device;
using apsp::equal_matrices;
using apsp::Graph;
using apsp::Solution;
using apsp::SolveOptions;

void check_summary(const apsp::Summary& is, const apsp::Summary& expected) {
    CHECK(is.reachable_pairs == expected.reachable_pairs);
    CHECK(is.integral == expected.integral);
    CHECK(is.sum_integer == expected.sum_integer);
    CHECK(is.sum == expected.sum);
    CHECK(is.max == expected.max);
}

/// The result has exactly the rows asked for, in that order, repetitions included.
void check_chosen(const Solution& some, const std::vector<std::size_t>& rows,
                  const apsp::Matrix& all) {
    CHECK(some.rows == rows);
    REQUIRE(some.distances.rows() == rows.size());
    REQUIRE(some.distances.n() == all.n());
    apsp::visit(all.dtype(), [&](auto zero) {
        using T = decltype(zero);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            CHECK(std::ranges::equal(some.distances.row<T>(r), all.row<T>(rows[r])));
        }
    });
}

/// The summary of the rows that the options name, repetitions included.
apsp::Summary summary_of(const apsp::Matrix& distances, const SolveOptions& options) {
    std::vector<apsp::Summary> rows;
    for (const std::size_t row : options.rows) {
        rows.push_back(apsp::summarize(distances, {row, row + 1}, options.semiring));
    }
    return apsp::add_up(rows);
}

/// All rows, and some rows alone, are those that the host's own engine finds.
void check_rows(const Graph& graph, const Device& device, SolveOptions options) {
    CAPTURE(label(device));
    CAPTURE(apsp::name(options.algorithm));
    CAPTURE(apsp::name(options.semiring));
    options.summary = true;
    const Device host = apsp::select_device(apsp::list_devices(), "cpu");
    SolveOptions as_host = options;
    as_host.variant.clear();
    const Solution expected = apsp::solve(graph, host, as_host);
    const std::size_t n = graph.vertices();
    const Solution all = apsp::solve(graph, device, options);
    CHECK(equal_matrices(all.distances, expected.distances));
    check_summary(*all.summary, apsp::summarize(expected.distances, options.semiring));

    options.rows = {n - 1, 0, n / 2, 0};
    const Solution some = apsp::solve(graph, device, options);
    check_chosen(some, options.rows, expected.distances);
    check_summary(*some.summary, summary_of(expected.distances, options));
}

}  // namespace

TEST_CASE("rows: every algorithm and semiring, and matrices of the graph's own") {
    const Graph sparse = apsp::random_graph(389, 0.02);
    const Graph dense =
        Graph::from_matrix(apsp::random_graph(260).to_matrix(apsp::Dtype::i32), "dense");
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        for (apsp::Algorithm algorithm : algorithms_of(device)) {
            SolveOptions options;
            options.algorithm = algorithm;
            options.dtype = apsp::Dtype::i32;
            check_rows(sparse, device, options);
            check_rows(dense, device, options);
        }
        for (apsp::Semiring semiring : apsp::kSemirings) {
            SolveOptions options;
            options.semiring = semiring;
            options.dtype = semiring == apsp::Semiring::or_and ? apsp::Dtype::u8 : apsp::Dtype::f32;
            if (semiring == apsp::Semiring::max_times) continue;  // weights in [0, 1]
            check_rows(sparse, device, options);
        }
        SolveOptions smaller;  // another type than that of the graph's matrix
        smaller.dtype = apsp::Dtype::i16;
        check_rows(dense, device, smaller);
    }
}

TEST_CASE("rows: negative weights, with cycles of length 0 and below") {
    const Graph potential = apsp::potential_graph(300, 0.2);
    const Graph dense =
        Graph::from_matrix(apsp::potential_graph(300).to_matrix(apsp::Dtype::i32), "dense");
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        for (const Graph* graph : {&potential, &dense}) {
            SolveOptions options;
            options.dtype = apsp::Dtype::i32;
            check_rows(*graph, device, options);
        }
        apsp::Matrix weights = dense.to_matrix(apsp::Dtype::i32);
        weights.row<std::int32_t>(3)[7] = -100'000;
        const Graph cycle = Graph::from_matrix(std::move(weights), "cycle");
        CHECK_THROWS_AS(apsp::solve(cycle, device, {}), apsp::NegativeCycle);
    }
}

TEST_CASE("rows: paths and statistics on devices with memory of their own") {
    const Graph sparse = apsp::random_graph(300, 0.03);
    const Graph dense =
        Graph::from_matrix(apsp::random_graph(260).to_matrix(apsp::Dtype::f32), "dense");
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        for (const Graph* graph : {&sparse, &dense}) {
            for (std::string_view variant : apsp::variants(device, apsp::Algorithm::kleene)) {
                SolveOptions options;
                options.variant = variant;
                options.paths = true;
                options.statistics = true;
                const Solution solution = apsp::solve(*graph, device, options);
                const auto proof =
                    apsp::prove(*graph, solution.distances, &solution.paths.predecessors());
                CHECK_MESSAGE(proof.ok, proof.failure);
                const auto expected = apsp::statistics(solution.distances);
                CHECK(solution.statistics->diameter == expected.diameter);
                CHECK(solution.statistics->mean_distance == expected.mean_distance);
                CHECK(solution.statistics->components == expected.components);
            }
        }
    }
}

TEST_CASE("rows: dealt over devices") {
    const Graph graph = apsp::random_graph(1300, 0.01);
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        SolveOptions options;
        options.dtype = apsp::Dtype::i32;
        options.symmetric = false;
        options.summary = true;
        const Solution whole = apsp::solve(graph, device, options);
        options.rows = {1299, 5, 640};
        const Solution parts = apsp::solve(graph, {device, device}, options);
        CHECK(parts.shares.size() == 2);
        check_chosen(parts, options.rows, whole.distances);
        check_summary(*parts.summary, summary_of(whole.distances, options));
    }
}

TEST_CASE("rows: the plan has no more host memory than they need") {
    const Graph graph = apsp::random_graph(300, 0.1);
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        SolveOptions options;
        options.rows = {299, 5, 5};
        const apsp::SolvePlan plan = apsp::plan_solve(graph, {device}, options);
        const std::size_t row_bytes = plan.matrix.ld * apsp::size_of(plan.matrix.dtype);
        CHECK(plan.host_bytes ==
              (device.shares_host_memory ? plan.matrix.matrix_bytes : 0) + 3 * row_bytes);
    }
}

namespace {

/// Rows of integers that are dropped have the same sums as those that are kept; those that are
/// passed on are the same, in order.
void check_dropped(const Graph& graph, const std::vector<Device>& devices, SolveOptions options) {
    options.summary = options.statistics = true;
    const Solution kept = apsp::solve(graph, devices, options);
    const std::size_t n = graph.vertices();
    options.keep_distances = false;
    const auto check = [&](const Solution& dropped) {
        CHECK(dropped.distances.rows() == 0);
        CHECK(dropped.distances.dtype() == kept.distances.dtype());
        check_summary(*dropped.summary, *kept.summary);
        apsp::test::check_statistics(*dropped.statistics, apsp::statistics(kept.distances));
    };
    check(apsp::solve(graph, devices, options));
    std::size_t rows = 0, batches = 0;
    options.take_rows = [&](const apsp::RowBatch& batch) {
        REQUIRE(batch.first == rows);
        REQUIRE(batch.vertices.size() == batch.rows.size());
        ++batches;
        for (std::size_t k = 0; k < batch.rows.size(); ++k, ++rows) {
            CHECK(batch.vertices[k] == rows);
            apsp::visit(kept.distances.dtype(), [&](auto zero) {
                using T = decltype(zero);
                CHECK(std::ranges::equal(batch.distances.row<T>(batch.rows.first + k),
                                         kept.distances.row<T>(rows)));
            });
        }
    };
    check(apsp::solve(graph, devices, options));
    CHECK(rows == n);
    const bool apart =
        std::ranges::none_of(devices, [](const Device& each) { return each.shares_host_memory; });
    CHECK(batches == (apart ? (n + 1023) / 1024 : 1));
}

}  // namespace

TEST_CASE("rows: summed up, reduced and passed on, by one device and several, without a matrix") {
    const Graph sparse = apsp::random_graph(1100, 0.002, 5);  // of several components
    const Graph negative = apsp::potential_graph(1100, 0.01);
    const Graph dense =
        Graph::from_matrix(apsp::random_graph(300).to_matrix(apsp::Dtype::i32), "dense");
    for (const Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        Device pieces = device;
        pieces.largest_allocation = 512 * 1152 * 4;
        for (const Graph* graph : {&sparse, &negative, &dense}) {
            if (graph == &sparse && slow_run()) continue;  // as large as the negative one
            SolveOptions options;
            options.algorithm = apsp::Algorithm::kleene;
            options.dtype = apsp::Dtype::i32;
            check_dropped(*graph, {device}, options);
            options.symmetric = false;
            check_dropped(*graph, {device, device}, options);
            check_dropped(*graph, {device, processor()}, options);
            check_dropped(*graph, {pieces}, options);
        }
    }
}

TEST_CASE("rows: dropped ones are as long, whatever the algorithm") {
    for (const Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        for (apsp::Algorithm algorithm : algorithms_of(device)) {
            CAPTURE(apsp::name(algorithm));
            SolveOptions options;
            options.algorithm = algorithm;
            options.keep_distances = false;
            const Solution solution = apsp::solve(apsp::random_graph(20, 0.2), device, options);
            CHECK(solution.distances.rows() == 0);
            CHECK(solution.distances.n() == 20);
        }
    }
}

TEST_CASE("rows: what needs them all, and what there is not") {
    const Device host = apsp::select_device(apsp::list_devices(), "cpu");
    SolveOptions options;
    options.rows = {5};
    apsp::test::check_refused(apsp::ErrorKind::usage, "no row 5",
                              [&] { apsp::solve(apsp::random_graph(5), host, options); });
    options.rows = {4};
    options.paths = true;
    apsp::test::check_refused(apsp::ErrorKind::usage, "all rows",
                              [&] { apsp::solve(apsp::random_graph(5), host, options); });
}

// Distances that change on devices, against those of "cpu", which the unit tests compare with
// solves.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "apsp/generate.hpp"
#include "apsp/stop.hpp"
#include "at_allocations.hpp"
#include "change/held_distances.hpp"
#include "changing_graphs.hpp"
#include "device/devices.hpp"

namespace {

using apsp::ArcChange;
using apsp::Dtype;
using apsp::DynamicDistances;
using apsp::Graph;
using apsp::Matrix;
using apsp::test::Family;

constexpr double kNone = apsp::infinity<double>();

/// Approximately equal; two infinities are, too.
bool near(double a, double b) {
    return a == b || a == doctest::Approx(b);
}

bool same(const Matrix& a, const Matrix& b) {
    return a.n() == b.n() && a.rows() == b.rows() && a.dtype() == b.dtype() &&
           apsp::test::close_to(a, b);
}

void check_same(const DynamicDistances& found, const DynamicDistances& expected, Draw& draw) {
    const std::size_t n = expected.vertices();
    REQUIRE(same(found.distances(), expected.distances()));
    std::vector<std::uint32_t> some(3);
    std::vector<apsp::VertexPair> pairs;
    for (std::uint32_t& v : some) v = static_cast<std::uint32_t>(draw.below(n));
    for (const std::uint32_t v : some) pairs.push_back({v, some.front()});
    const Matrix rows = found.rows(some), expected_rows = expected.rows(some);
    const std::vector<double> entries = found.entries(pairs);
    const std::vector<double> expected_entries = expected.entries(pairs);
    for (std::size_t k = 0; k < some.size(); ++k) {
        for (std::size_t j = 0; j < n; ++j) {
            CHECK(near(rows.at(k, j), expected_rows.at(k, j)));
        }
        CHECK(near(entries[k], expected_entries[k]));
    }
    const apsp::Statistics a = found.statistics(), b = expected.statistics();
    CHECK(a.reachable_pairs == b.reachable_pairs);
    CHECK(a.components == b.components);
    CHECK(a.diameter == doctest::Approx(b.diameter));
    CHECK(a.mean_distance.value_or(0) == doctest::Approx(b.mean_distance.value_or(0)));
}

/// How many changes were handled in which way.
struct Ways {
    std::size_t recomputed = 0, relaxed = 0, solved = 0;
};

void change_at_random(const apsp::Device& device, const Family& family, std::size_t n, bool dense,
                      int steps, Ways& ways) {
    CAPTURE(label(device));
    CAPTURE(family.name);
    CAPTURE(dense);
    Draw draw(static_cast<std::uint32_t>(n), family.name);
    apsp::test::Weights weights(draw, family, n);
    const Graph graph = apsp::test::drawn(draw, weights, n, dense, family.dtype);
    const apsp::SolveOptions options = {.dtype = family.dtype};
    DynamicDistances found(graph, device, options), expected(graph, processor(), options);
    for (int step = 0; step < steps; ++step) {
        CAPTURE(step);
        const auto changes = apsp::test::drawn_changes(draw, weights, n);
        expected.change(changes);
        const apsp::ChangeReport report = found.change(changes);
        ways.recomputed += report.recomputed;
        ways.relaxed += report.rows;
        ways.solved += report.solved;
        check_same(found, expected, draw);
    }
}

TEST_CASE("dynamic: random changes on every device as on the processor") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        Ways ways;
        for (const Family& family : apsp::test::kFamilies) {
            if (family.dtype == Dtype::f64 && !device.f64) continue;
            for (const bool dense : {false, true}) {
                change_at_random(device, family, dense ? 131 : 70, dense, 12, ways);
            }
        }
        CHECK(ways.recomputed > 0);
        CHECK(ways.relaxed > 0);
        CHECK(ways.solved > 0);
    }
}

TEST_CASE("dynamic: what is refused changes nothing on a device") {
    for (const apsp::Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        const Graph graph =
            Graph::from_arcs(4, {{0, 1, 100}, {1, 2, 100}, {0, 2, 120}, {3, 0, 50}}, "chain");
        DynamicDistances small(graph, device, {.dtype = Dtype::u8});
        const Matrix before = small.distances().clone();
        const auto refused = [&](DynamicDistances& all, std::vector<ArcChange> changes) {
            CHECK_THROWS_AS(all.change(changes), apsp::Error);
        };
        refused(small, {{2, 3, 150}});
        refused(small, {{0, 2, kNone}, {1, 2, 200}});
        refused(small, {{0, 1, kNone}, {2, 3, 150}});
        CHECK(same(small.distances(), before));
        CHECK(small.graph().arcs() == 4);
        small.change(std::vector<ArcChange>{{2, 3, 20}});
        CHECK(small.entries(std::vector<apsp::VertexPair>{{1, 0}}).front() == 170);
        DynamicDistances integers(graph, device, {.dtype = Dtype::i32});
        refused(integers, {{0, 1, kNone}, {2, 0, -121}});
        CHECK(integers.distances().at(0, 1) == 100);
        CHECK_THROWS_AS(integers.rows(std::vector<std::uint32_t>{4}), apsp::Error);
        // With predecessors, the distances lie in the host's memory.
        DynamicDistances paths(graph, device, {.paths = true});
        paths.change(std::vector<ArcChange>{{0, 2, kNone}, {2, 3, 1}});
        CHECK(prove(paths.graph(), paths.distances(), &paths.paths().predecessors()).ok);
    }
}

/// A graph, longer and shorter arcs of it, and what undoes them.
struct MixedChanges {
    Graph graph = apsp::random_graph(300, 0.03);
    std::vector<ArcChange> changes, back;

    explicit MixedChanges(std::uint32_t count) {
        const Matrix weights = graph.to_matrix(Dtype::f64);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto row = weights.row<double>(i);
            const auto arc = static_cast<std::uint32_t>(
                std::ranges::find_if(row, [](double w) { return w > 0 && w != kNone; }) -
                row.begin());
            const std::uint32_t other = (arc + 150) % 300;
            changes.insert(changes.end(), {{i, arc, kNone}, {i, other, 1}});
            back.insert(back.end(), {{i, arc, row[arc]}, {i, other, row[other]}});
        }
    }
};

TEST_CASE("dynamic: a requested stop does not keep distances from being replaced") {
    constexpr std::size_t n = 600;
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        CAPTURE(label(device));
        Matrix zeros(n, Dtype::f32), ones(n, Dtype::f32);
        for (std::size_t i = 0; i < n; ++i) {
            std::ranges::fill(zeros.row<float>(i), 0);
            std::ranges::fill(ones.row<float>(i), 1);
        }
        apsp::HeldDistances held(std::move(zeros), device.backend == "cpu" ? nullptr : &device);
        Matrix assigned = ones.clone();
        std::stop_source source;
        source.request_stop();
        {
            const apsp::StopScope scope(source.get_token());
            CHECK_NOTHROW(held.assign(std::move(assigned)));
        }
        CHECK(same(held.all(), ones));
    }
}

/// Lets f stop a change, or throw, at an allocation of at least so many bytes, each time at a later
/// one until the change is made. Checks that until then nothing changes, and returns how often.
template <class F>
std::size_t fail_at_each_allocation(const apsp::Device& device, std::size_t least, F&& f) {
    CAPTURE(label(device));
    const MixedChanges mixed(4);
    DynamicDistances dynamic(mixed.graph, device, {.dtype = Dtype::f32});
    const Matrix before = dynamic.distances().clone();
    const apsp::ChangeReport report = dynamic.change(mixed.changes);  // compiles kernels
    CHECK(report.recomputed > 0);
    CHECK(report.rows > 0);
    dynamic.change(mixed.back);
    for (std::size_t skipped = 0;; ++skipped) {
        CAPTURE(skipped);
        std::stop_source source;
        try {
            const apsp::StopScope scope(source.get_token());
            const apsp::test::AtAllocations at(skipped, least, [&] { f(source); });
            dynamic.change(mixed.changes);
            return skipped;
        } catch (const std::exception&) {
            REQUIRE(same(dynamic.distances(), before));
        }
    }
}

TEST_CASE("dynamic: a stop at any moment leaves the distances as they were") {
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        const auto stop = [](std::stop_source& source) { source.request_stop(); };
        CHECK(fail_at_each_allocation(device, 1, stop) > 50);
    }
}

TEST_CASE("dynamic: when the host's memory runs out, at whatever moment, nothing changes") {
    constexpr std::size_t kLeast = 512;  // more than drivers need
    for (const apsp::Device& device : devices_of_both_kinds()) {
        if (too_slow(device)) continue;
        const auto fail = [](std::stop_source&) { throw std::bad_alloc(); };
        CHECK(fail_at_each_allocation(device, kLeast, fail) > 3);
    }
}

TEST_CASE("simulator: changing distances" * doctest::skip()) {
    for (const apsp::Device& device : devices_under_test()) {
        Ways ways;
        for (const Family& family : apsp::test::kFamilies) {
            change_at_random(device, family, 14, false, 4, ways);
        }
        CHECK(ways.recomputed + ways.relaxed > 0);
    }
}

}  // namespace

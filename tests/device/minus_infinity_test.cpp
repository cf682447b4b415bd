// Graphs with negative cycles, solved all the same: pairs between which a walk may go round such a
// cycle are at minus infinity, all others at the distances that a plain Floyd-Warshall finds.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "device/devices.hpp"

namespace {

using apsp::Graph;

constexpr double kInf = std::numeric_limits<double>::infinity();
using Rows = std::vector<std::vector<double>>;

/// Few arcs per vertex and few negative ones, in quarters, so that sums are exact; some graphs are
/// chains of small components, whose pairs are of every kind.
std::vector<apsp::Arc> draw(std::size_t n, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<std::size_t> any(0, n - 1), step(0, 6), weight(0, 60);
    std::vector<apsp::Arc> arcs;
    const std::size_t count = n + n * (seed % 3);
    const bool chain = seed % 2 == 0;
    for (std::size_t a = 0; a < count; ++a) {
        const std::size_t i = any(random);
        const std::size_t j = chain ? (i + step(random)) % n : any(random);
        if (chain && j < i && weight(random) > 5) continue;  // mostly forwards
        const double w = static_cast<double>(weight(random)) - (weight(random) < 8 ? 40 : 0);
        arcs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                        seed % 4 < 2 ? w : w / 4});
    }
    return arcs;
}

/// Floyd-Warshall in whole quarters. A vertex with a closed walk of negative weight puts all pairs
/// over it at minus infinity.
Rows oracle(std::size_t n, const std::vector<apsp::Arc>& arcs) {
    constexpr std::int64_t kNoWalk = std::int64_t{1} << 40;
    std::vector<std::vector<std::int64_t>> d(n, std::vector<std::int64_t>(n, kNoWalk));
    for (std::size_t i = 0; i < n; ++i) d[i][i] = 0;
    for (const apsp::Arc& arc : arcs) {
        auto& entry = d[arc.source][arc.target];
        entry = std::min(entry, static_cast<std::int64_t>(arc.weight * 4));
    }
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            if (d[i][k] == kNoWalk) continue;
            for (std::size_t j = 0; j < n; ++j) {
                if (d[k][j] == kNoWalk) continue;
                d[i][j] = std::max(std::min(d[i][j], d[i][k] + d[k][j]), -kNoWalk);  // no overflow
            }
        }
    }
    Rows rows(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            rows[i][j] = d[i][j] == kNoWalk ? kInf : static_cast<double>(d[i][j]) / 4;
        }
        for (std::size_t k = 0; k < n; ++k) {
            if (d[k][k] >= 0 || d[i][k] == kNoWalk) continue;
            for (std::size_t j = 0; j < n; ++j) {
                if (d[k][j] < kNoWalk) rows[i][j] = -kInf;
            }
        }
    }
    return rows;
}

struct Kinds {
    std::size_t none = 0, minus_infinite = 0, others = 0;
};

void check_rows(const apsp::Matrix& distances, const Rows& expected,
                const std::vector<std::size_t>& rows, Kinds& kinds) {
    REQUIRE(distances.rows() == rows.size());
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t j = 0; j < distances.n(); ++j) {
            const double e = expected[rows[r]][j];
            wrong += distances.at(r, j) != e;
            ++(e == kInf ? kinds.none : e == -kInf ? kinds.minus_infinite : kinds.others);
        }
    }
    CHECK(wrong == 0);
}

std::vector<std::size_t> all_rows(std::size_t n) {
    std::vector<std::size_t> rows(n);
    for (std::size_t i = 0; i < n; ++i) rows[i] = i;
    return rows;
}

}  // namespace

TEST_CASE("minus infinity: every algorithm on every device, against Floyd-Warshall") {
    using enum apsp::Dtype;
    for (const apsp::Device& device : devices_under_test()) {
        Kinds kinds;
        std::uint32_t seed = 0;
        for (const apsp::Algorithm algorithm : algorithms_of(device)) {
            for (const std::size_t n : sizes_on(device, {1, 2, 9, 65, 129})) {
                for (int repeat = 0; repeat < (n > 64 ? 2 : 6); ++repeat) {
                    const auto arcs = draw(n, ++seed);
                    const Rows expected = oracle(n, arcs);
                    apsp::SolveOptions options;
                    options.algorithm = algorithm;
                    options.negative_cycles = apsp::NegativeCycles::minus_infinity;
                    options.paths = seed % 3 == 0;
                    options.statistics = seed % 4 == 0;
                    options.summary = true;
                    if (!device.f64) options.dtype = f32;  // which holds these sums
                    if (device.f64 && seed % 5 == 0) options.dtype = f64;
                    Graph graph = Graph::from_arcs(n, arcs, "drawn");
                    if (seed % 2 != 0) graph = Graph::from_matrix(graph.to_matrix(f32), "drawn");
                    CAPTURE(label(device));
                    CAPTURE(apsp::name(algorithm));
                    CAPTURE(seed);
                    const auto solution = apsp::solve(graph, device, options);
                    check_rows(solution.distances, expected, all_rows(n), kinds);
                    std::size_t there = 0;
                    for (std::size_t i = 0; i < n; ++i) there += expected[i][i] == -kInf;
                    CHECK(solution.vertices_at_minus_infinity == there);

                    apsp::VerifyOptions verify;
                    verify.negative_cycles = options.negative_cycles;
                    if (options.paths) verify.predecessors = &solution.paths.predecessors();
                    verify.budget = seed % 2 != 0 ? 1e11 : 1;  // Johnson, or a proof of some rows
                    CHECK(apsp::verify(graph, solution.distances, verify).failure == "");
                    if (!options.paths && n > 2) {
                        options.statistics = false;
                        options.rows = {n - 1, 0, n / 2};
                        check_rows(apsp::solve(graph, device, options).distances, expected,
                                   options.rows, kinds);
                    }
                }
            }
        }
        CHECK(kinds.none > 500);
        CHECK(kinds.minus_infinite > 500);
        CHECK(kinds.others > 500);
    }
}

TEST_CASE("minus infinity: in parts, streamed and by several devices") {
    for (const apsp::Device& device : devices_under_test()) {
        if (too_slow(device)) continue;
        Kinds kinds;
        for (const bool streamed : {true, false}) {
            const std::size_t n = slow_run() ? 65 : 1250;
            const auto arcs = draw(n, streamed ? 6 : 4);
            apsp::SolveOptions options;
            options.algorithm = apsp::Algorithm::kleene;
            options.negative_cycles = apsp::NegativeCycles::minus_infinity;
            options.dtype = apsp::Dtype::f32;  // which holds these sums
            const Graph graph = Graph::from_arcs(n, arcs, "drawn");
            const bool limited = streamed && !slow_run();
            if (limited) options.memory_limit = streaming_limit(graph, device, options);
            std::vector<apsp::Device> devices(streamed ? 1 : 2, device);
            CAPTURE(label(device));
            const auto solution = apsp::solve(graph, devices, options);
            CHECK(solution.streamed == limited);
            check_rows(solution.distances, oracle(n, arcs), all_rows(n), kinds);
        }
        CHECK(kinds.minus_infinite > 100);
    }
}

TEST_CASE("minus infinity: verification finds each kind of wrong entry") {
    // 0 -> 1 <-> 2 -> 3 with a negative cycle of 1 and 2, and 0 -> 4 -> 3 beside it.
    const Graph graph = Graph::from_arcs(
        6, {{0, 1, 1}, {1, 2, 1}, {2, 1, -3}, {2, 3, 1}, {0, 4, 2}, {4, 3, 2}, {5, 0, 1}}, "six");
    apsp::SolveOptions options;
    options.negative_cycles = apsp::NegativeCycles::minus_infinity;
    options.paths = true;
    const auto solution = apsp::solve(graph, processor(), options);
    CHECK(solution.distances.dtype() == apsp::Dtype::f32);
    CHECK(solution.distances.at(0, 3) == -kInf);
    CHECK(solution.distances.at(4, 3) == 2);
    CHECK(solution.distances.at(5, 4) == 3);
    CHECK(solution.paths.path(0, 3).empty());
    const auto failure = [&](std::size_t i, std::size_t j, float entry) {
        apsp::Matrix changed = solution.distances.clone();
        changed.row<float>(i)[j] = entry;
        apsp::VerifyOptions verify;
        verify.negative_cycles = options.negative_cycles;
        std::string by_search = apsp::verify(graph, changed, verify).failure;
        verify.budget = 200;
        CHECK(apsp::verify(graph, changed, verify).failure.empty() == by_search.empty());
        return by_search;
    };
    const auto minus = -std::numeric_limits<float>::infinity();
    CHECK(failure(0, 4, 2) == "");
    CHECK(failure(0, 3, 4) ==
          "distance 0 -> 3 is 4, expected -inf, as a negative cycle lies on the way");
    CHECK(failure(1, 1, 0) ==
          "distance 1 -> 1 is 0, expected -inf, as a negative cycle lies on the way");
    CHECK(failure(0, 4, minus) == "distance 0 -> 4 is -inf, expected a number");
    CHECK(failure(1, 0, 7) == "distance 1 -> 0 is 7, there is no path");
    CHECK(failure(4, 3, 1) == "distance 4 -> 3 is 1, the shortest path has length 2");
    CHECK(apsp::verify(graph, solution.distances).failure ==
          "the graph has a negative cycle through vertex 2");
}

TEST_CASE("minus infinity: types and semirings that have none are refused") {
    const Graph graph = Graph::from_arcs(2, {{0, 1, 1}, {1, 0, -2}}, "two");
    apsp::SolveOptions options;
    options.negative_cycles = apsp::NegativeCycles::minus_infinity;
    options.dtype = apsp::Dtype::i32;
    const auto refusal = apsp::test::error_of([&] { apsp::solve(graph, processor(), options); });
    CHECK(refusal.kind == apsp::ErrorKind::bad_input);
    CHECK(refusal.message ==
          "two: i32 is not safe: it has no minus infinity; use SolveOptions::dtype f64");
    options.semiring = apsp::Semiring::max_min;
    CHECK(apsp::test::error_of([&] { apsp::solve(graph, processor(), options); }).message ==
          "SolveOptions::negative_cycles minus-infinity is for min-plus, not for max-min");
    options = {};
    CHECK_THROWS_AS(apsp::solve(graph, processor(), options), apsp::NegativeCycle);
}

// Distances that follow their graph's changes: after each step, they are those of a solve.
#include "apsp/dynamic_distances.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "apsp/generate.hpp"
#include "apsp/verify.hpp"
#include "changing_graphs.hpp"
#include "graph/equal_matrices.hpp"
#include "unit/drawn_graph.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::error_of;
using test::kInf;

const Device& processor() {
    static const Device device = select_device(list_devices(), "cpu");
    return device;
}

SolveOptions options_for(Dtype dtype, bool paths = false) {
    SolveOptions options;
    options.algorithm = Algorithm::kleene;
    options.dtype = dtype;
    options.paths = paths;
    return options;
}

using test::close_to;
using test::drawn;
using test::drawn_changes;
using test::Family;
using test::kFamilies;
using test::Weights;

}  // namespace

TEST_CASE("dynamic distances: after random changes those of a solve") {
    const char* const asked = std::getenv("APSP_TEST_CHANGES");  // changes of each of 104 graphs
    const int each = asked != nullptr ? std::stoi(asked) : static_cast<int>(draws(25));
    std::size_t steps = 0, solved = 0, recomputed = 0, relaxed = 0;
    for (const Family& family : kFamilies) {
        for (std::uint32_t seed = 0; seed < 13; ++seed) {
            CAPTURE(family.name);
            CAPTURE(seed);
            Draw draw(seed, family.name);
            const std::size_t n = 2 + draw.below(60);
            const bool paths = seed % 3 != 0, dense = seed % 2 == 0;
            Weights weights(draw, family, n);
            const Graph graph = drawn(draw, weights, n, dense, family.dtype);
            const SolveOptions options = options_for(family.dtype, paths);
            Solution solution = solve(graph, processor(), options);
            DynamicDistances dynamic(graph, std::move(solution.distances),
                                     std::move(solution.paths), options);
            REQUIRE(dynamic.distances().dtype() == family.dtype);
            for (int step = 0; step < each; ++step, ++steps) {
                CAPTURE(step);
                const ChangeReport report = dynamic.change(drawn_changes(draw, weights, n));
                solved += report.solved;
                recomputed += report.recomputed != 0;
                relaxed += report.rows != 0;
                const Graph now = dynamic.graph();
                const Matrix expected =
                    solve(now, processor(), options_for(family.dtype)).distances;
                REQUIRE((is_integral(family.dtype) ? equal_matrices(dynamic.distances(), expected)
                                                   : close_to(dynamic.distances(), expected)));
                REQUIRE((dynamic.paths().n() != 0) == paths);
                const Verification proof = prove(now, dynamic.distances(),
                                                 paths ? &dynamic.paths().predecessors() : nullptr);
                REQUIRE_MESSAGE(proof.ok, proof.failure);
            }
        }
    }
    MESSAGE(steps << " steps, " << solved << " solved, " << recomputed << " recomputed, " << relaxed
                  << " relaxed");
    CHECK(solved > 0);
    CHECK(recomputed > steps / 4);
    CHECK(relaxed > steps / 4);
}

namespace {

/// 0 -> 1 -> 2 -> 0 of weights 2, 3, 4, and 0 -> 2 of 9.
DynamicDistances triangle(Dtype dtype) {
    Graph graph = Graph::from_arcs(3, {{0, 1, 2}, {1, 2, 3}, {2, 0, 4}, {0, 2, 9}}, "triangle");
    return DynamicDistances(std::move(graph), options_for(dtype, true));
}

/// Checks that a refused change changes nothing.
template <class F>
void check_unchanged(DynamicDistances& dynamic, F&& refused) {
    const auto arcs = test::arcs_of(dynamic.graph());
    const Matrix before = dynamic.distances().clone();
    const Matrix paths_before = dynamic.paths().predecessors().clone();
    refused();
    CHECK(equal_matrices(dynamic.distances(), before));
    CHECK(equal_matrices(dynamic.paths().predecessors(), paths_before));
    const auto after = test::arcs_of(dynamic.graph());
    REQUIRE(after.size() == arcs.size());
    for (std::size_t a = 0; a < arcs.size(); ++a) {
        CHECK(after[a].source == arcs[a].source);
        CHECK(after[a].target == arcs[a].target);
        CHECK(after[a].weight == arcs[a].weight);
    }
}

}  // namespace

TEST_CASE("dynamic distances: one arc of a sparse graph after the other") {
    std::size_t shorter = 0;
    for (const Family& family : kFamilies) {
        CAPTURE(family.name);
        for (const bool paths : {false, true}) {
            CAPTURE(paths);
            constexpr std::size_t n = 260;
            Draw draw(11, family.name);
            Weights weights(draw, family, n);
            std::vector<Arc> arcs;
            for (std::uint32_t i = 0; i < n; ++i) {
                for (int a = 0; a < 3; ++a) {
                    const auto j = static_cast<std::uint32_t>(draw.below(n));
                    if (i != j) arcs.push_back({i, j, weights(i, j)});
                }
            }
            const Graph graph = Graph::from_arcs(n, std::move(arcs), "sparse");
            DynamicDistances all(graph, processor(), options_for(family.dtype, paths));
            for (int step = 0; step < static_cast<int>(draws(12)); ++step) {
                const auto i = static_cast<std::uint32_t>(draw.below(n));
                const auto j = static_cast<std::uint32_t>(draw.below(n));
                if (i == j) continue;
                const ArcChange change = {i, j, weights(i, j)};
                shorter += all.change({&change, 1}).rows;
                const Graph now = all.graph();
                const Solution anew = solve(now, processor(), options_for(family.dtype));
                CHECK((is_integral(family.dtype) ? equal_matrices(all.distances(), anew.distances)
                                                 : close_to(all.distances(), anew.distances)));
            }
            const Verification proof =
                prove(all.graph(), all.distances(), paths ? &all.paths().predecessors() : nullptr);
            CHECK_MESSAGE(proof.ok, proof.failure);
        }
    }
    CHECK(shorter > 1000);
}

TEST_CASE("dynamic distances: a negative cycle is refused with its vertices, and nothing changes") {
    for (const Dtype dtype : {Dtype::i32, Dtype::i16, Dtype::f64}) {
        DynamicDistances dynamic = triangle(dtype);
        // The first change removes an arc, and the second makes the cycle.
        const ArcChange changes[] = {{0, 2, kInf}, {2, 0, -6}, {1, 0, 7}};
        check_unchanged(dynamic, [&] {
            try {
                dynamic.change(changes);
                FAIL("no negative cycle");
            } catch (const NegativeCycle& cycle) {
                CHECK(cycle.weight() == -1);
                CHECK(cycle.vertices().size() == 3);
            }
        });
        // A cycle of length 0 is allowed.
        const ArcChange zero[] = {{2, 0, -5}};
        dynamic.change(zero);
        CHECK(dynamic.distances().at(2, 1) == -3);
        CHECK(dynamic.distances().at(0, 2) == 5);
        CHECK(prove(dynamic.graph(), dynamic.distances(), &dynamic.paths().predecessors()).ok);
        const ArcChange loop[] = {{1, 1, -1}};
        check_unchanged(dynamic, [&] { CHECK_THROWS_AS(dynamic.change(loop), NegativeCycle); });
    }
    // In doubles, roundings hide the negative cycle.
    DynamicDistances dynamic(Graph::from_arcs(3, {{0, 1, 0.1}, {1, 2, 0.2}, {0, 2, -0.5}}, "tiny"),
                             options_for(Dtype::f64, true));
    const ArcChange changes[] = {{2, 0, 0.5 - 0x1p-53}};
    check_unchanged(dynamic, [&] { CHECK_THROWS_AS(dynamic.change(changes), NegativeCycle); });
}

TEST_CASE("dynamic distances: what the type does not hold is refused, and nothing changes") {
    DynamicDistances dynamic(
        Graph::from_arcs(4, {{0, 1, 100}, {1, 2, 100}, {0, 2, 120}, {3, 0, 50}}, "chain"),
        options_for(Dtype::u8, true));
    const auto refused = [&](std::vector<ArcChange> changes, std::string_view words) {
        check_unchanged(dynamic, [&] {
            const auto error = error_of([&] { dynamic.change(changes); });
            CHECK(error.kind == ErrorKind::bad_input);
            CHECK_MESSAGE(error.has(words), error.message);
        });
    };
    refused({{2, 3, 255}}, "u8 cannot hold the weight 255");
    refused({{2, 3, -1}}, "u8 cannot hold the weight -1");
    refused({{2, 3, 0.5}}, "u8 cannot hold the weight 0.5");
    refused({{2, 3, std::nan("")}}, "expected a finite number");
    refused({{2, 3, -kInf}}, "expected a finite number");
    refused({{2, 4, 1}}, "is outside the vertices 0 .. 3");
    // Distances become too long by way of a new arc, and because of an arc that becomes longer.
    refused({{2, 3, 150}}, "the distance 0 -> 3 would become 270");
    refused({{0, 2, kInf}, {1, 2, 200}}, "would become 3");
    dynamic.change(std::vector<ArcChange>{{2, 3, 20}});
    CHECK(dynamic.distances().at(1, 0) == 170);
    CHECK(prove(dynamic.graph(), dynamic.distances(), &dynamic.paths().predecessors()).ok);
}

TEST_CASE("dynamic distances: the last change of an arc counts, and no change does nothing") {
    DynamicDistances dynamic = triangle(Dtype::i32);
    const ArcChange changes[] = {{0, 1, 1}, {0, 1, kInf}, {2, 2, 5}, {1, 2, 3}};
    const ChangeReport report = dynamic.change(changes);
    CHECK(report.recomputed > 0);
    CHECK(report.rows == 0);
    CHECK(dynamic.graph().arcs() == 3);
    CHECK(dynamic.distances().at(0, 2) == 9);
    CHECK(dynamic.distances().at(0, 1) == kInf);
    const ChangeReport none = dynamic.change({});
    CHECK(none.recomputed + none.rows + none.columns == 0);
    CHECK_FALSE(none.solved);
}

TEST_CASE("dynamic distances: many arcs at once, by kernels and by a solve") {
    for (const Dtype dtype : {Dtype::f32, Dtype::i32, Dtype::u8}) {
        for (const bool paths : {false, true}) {
            CAPTURE(paths);
            const Graph graph = random_graph(300, 0.1);
            const SolveOptions options = options_for(dtype, paths);
            DynamicDistances dynamic(graph, options);
            bool solved = false, relaxed = false;
            for (const std::size_t count : {20, 5000}) {
                Draw draw(static_cast<std::uint32_t>(count), "many");
                std::vector<ArcChange> changes;
                for (std::size_t c = 0; c < count; ++c) {
                    const auto i = static_cast<std::uint32_t>(draw.below(300));
                    const auto j = static_cast<std::uint32_t>(draw.below(300));
                    changes.push_back({i, j, 1});
                }
                const ChangeReport report = dynamic.change(changes);
                solved = solved || report.solved;
                relaxed = relaxed || report.rows > 100;
                const Solution expected = solve(dynamic.graph(), processor(), options);
                CHECK(equal_matrices(dynamic.distances(), expected.distances));
                CHECK(prove(dynamic.graph(), dynamic.distances(),
                            paths ? &dynamic.paths().predecessors() : nullptr)
                          .ok);
            }
            CHECK(solved);
            CHECK(relaxed);
        }
    }
}

TEST_CASE("dynamic distances: what does not fit together is refused") {
    const Graph graph = random_graph(5);
    const auto refused = [&](ErrorKind kind, auto&& f) { CHECK(error_of(f).kind == kind); };
    refused(ErrorKind::bad_input, [&] { DynamicDistances(graph, Matrix(4, Dtype::i32)); });
    refused(ErrorKind::bad_input, [&] {
        DynamicDistances(Graph::from_arcs(2, {{0, 1, 0.5}}, "half"), Matrix(2, Dtype::i32));
    });
    refused(ErrorKind::usage,
            [&] { DynamicDistances dynamic(graph, SolveOptions{.semiring = Semiring::max_min}); });
    refused(ErrorKind::usage, [&] { DynamicDistances dynamic(graph, SolveOptions{.rows = {1}}); });
}

}  // namespace apsp

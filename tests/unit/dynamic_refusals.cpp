// Steps of changes that must not be refused, those that must, and that a refused one changes
// nothing.
#include "apsp/dynamic_distances.hpp"
#include "apsp/verify.hpp"
#include "at_allocations.hpp"
#include "graph/equal_matrices.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

using test::kInf;
using test::matrix_of;

/// 0 -> 2 and 3 -> 2 of weight 1, and a detour 0 -> 4 -> 2 of two long arcs.
template <class T>
DynamicDistances detour(T half, bool dense) {
    constexpr T kNo = infinity<T>();
    Graph graph = Graph::from_arcs(
        5, {{0, 2, 1}, {3, 2, 1}, {0, 4, double(half)}, {4, 2, double(half)}}, "detour");
    if (dense) graph = Graph::from_matrix(graph.to_matrix(kDtypeOf<T>), "detour");
    return DynamicDistances(std::move(graph), matrix_of<T>(5, {0,   kNo, 1,    kNo, half,  //
                                                               kNo, 0,   kNo,  kNo, kNo,   //
                                                               kNo, kNo, 0,    kNo, kNo,   //
                                                               kNo, kNo, 1,    0,   kNo,   //
                                                               kNo, kNo, half, kNo, 0}));
}

}  // namespace

TEST_CASE("dynamic distances: only those after the whole step have to fit the type") {
    for (const bool dense : {false, true}) {
        CAPTURE(dense);
        // Without the new arc, 0 -> 2 would be 400.
        auto dynamic = detour<std::uint8_t>(200, dense);
        dynamic.change(std::vector<ArcChange>{{0, 2, kInf}, {0, 3, 1}});
        CHECK(dynamic.distances().at(0, 2) == 2);
        CHECK(dynamic.distances().at(0, 3) == 1);
        CHECK(prove(dynamic.graph(), dynamic.distances()).ok);
        auto negative = detour<std::int16_t>(10'000, dense);
        const ArcChange cycle[] = {{0, 2, kInf}, {0, 3, 1}, {3, 0, -2}};
        CHECK_THROWS_AS(negative.change(cycle), NegativeCycle);
        CHECK(negative.distances().at(0, 2) == 1);
        // Here the distance itself does not fit.
        const ArcChange removed[] = {{0, 2, kInf}};
        test::check_refused(ErrorKind::bad_input, "the distance 0 -> 2 would become 20000",
                            [&] { negative.change(removed); });
        CHECK(negative.distances().at(0, 2) == 1);
        CHECK(negative.graph().arcs() == 4);
    }
}

TEST_CASE("dynamic distances: what is longer than floats hold is refused, not no path") {
    const auto refused = [](DynamicDistances dynamic, std::vector<ArcChange> changes,
                            std::string_view words) {
        const Matrix before = dynamic.distances().clone();
        test::check_refused(ErrorKind::bad_input, words, [&] { dynamic.change(changes); });
        CHECK(equal_matrices(dynamic.distances(), before));
    };
    for (const bool dense : {false, true}) {
        CAPTURE(dense);
        const ArcChange removed = {0, 2, kInf};
        // Where solving anew could be cheaper or could help, it tells.
        refused(detour<double>(1e308, dense), {removed},
                dense ? "overflowing weights" : "the distance 0 -> 2 would become inf; f64 holds");
        refused(detour<float>(2e38F, dense), {removed}, "f32 holds distances up to 3.40");
        for (const bool paths : {false, true}) {
            Graph none = Graph::from_arcs(3, {}, "none");
            if (dense) none = Graph::from_matrix(none.to_matrix(Dtype::f64), "none");
            SolveOptions options;
            options.dtype = Dtype::f64;
            options.paths = paths;
            const double far = 1.7e308;
            refused(DynamicDistances(none, options), {{0, 1, far}, {1, 2, far}},
                    "overflowing weights");
            options.dtype = Dtype::f32;
            refused(DynamicDistances(none, options), {{0, 1, 3e38}, {1, 2, 3e38}},
                    "f32 holds distances up to");
        }
    }
    // As long as all fit, large ones are numbers like others.
    auto dynamic = detour<double>(4e307, false);
    dynamic.change(std::vector<ArcChange>{{0, 2, kInf}, {1, 3, 2e307}});
    CHECK(dynamic.distances().at(0, 2) == 8e307);
    CHECK(dynamic.distances().at(1, 2) == 2e307);
}

TEST_CASE("dynamic distances: in f32, a negative cycle of arcs far larger than all distances") {
    std::vector<Arc> arcs = {{4, 5, 1}, {5, 4, -0.5}};
    for (std::uint32_t v = 6; v < 46; ++v) arcs.push_back({v, 5, 1});  // too many for a solve
    DynamicDistances dynamic(Graph::from_arcs(46, std::move(arcs), "small"),
                             SolveOptions{.algorithm = Algorithm::kleene, .dtype = Dtype::f32});
    // Their sum is -13, and as floats it is 0.
    const ArcChange cycle[] = {
        {0, 1, 0x1p27 + 9}, {1, 2, 0x1p27 + 9}, {2, 3, 0x1p28}, {3, 0, -(0x1p29 + 31)}};
    CHECK_THROWS_AS(dynamic.change(cycle), NegativeCycle);
    CHECK(dynamic.graph().arcs() == 42);
    CHECK(dynamic.distances().at(0, 1) == infinity<float>());
}

TEST_CASE("dynamic distances: in f32, a negative cycle by less than a rounding") {
    for (const bool paths : {false, true}) {
        SolveOptions options{.algorithm = Algorithm::kleene, .dtype = Dtype::f32};
        options.paths = paths;
        DynamicDistances dynamic(Graph::from_arcs(2, {{0, 1, -0.5}, {1, 0, 0.5}}, "zero"), options);
        const ArcChange cycle[] = {{1, 0, 0.5 - 1e-10}}, same[] = {{1, 0, 0.5 + 1e-10}};
        CHECK_THROWS_AS(dynamic.change(cycle), NegativeCycle);
        CHECK_NOTHROW(dynamic.change(same));
        CHECK_NOTHROW(dynamic.change(std::vector<ArcChange>{{1, 0, 0.5}}));
        CHECK(dynamic.distances().at(1, 0) == 0.5);
    }
}

TEST_CASE("dynamic distances: a large weight on no shortest path may be in a searched column") {
    Graph graph = Graph::from_matrix(matrix_of<double>(4, {0, 1, 2e9, kInf,   //
                                                           kInf, 0, 1, kInf,  //
                                                           1, kInf, 0, 1,     //
                                                           1, 1, 9, 0}),
                                     "large");
    DynamicDistances dynamic(std::move(graph),
                             SolveOptions{.algorithm = Algorithm::kleene, .dtype = Dtype::u8});
    dynamic.change(std::vector<ArcChange>{{1, 2, 3}});
    CHECK(dynamic.distances().at(0, 2) == 4);
    CHECK(dynamic.distances().at(1, 2) == 3);
    CHECK(prove(dynamic.graph(), dynamic.distances()).ok);
}

TEST_CASE("dynamic distances: when memory runs out, at whatever moment, nothing changes") {
    for (const bool dense : {false, true}) {
        auto dynamic = detour<std::int16_t>(200, dense);
        const Matrix before = dynamic.distances().clone();
        // An arc is inserted and one removed, and the weights of two become longer and shorter.
        const ArcChange changes[] = {{0, 3, 1}, {0, 2, kInf}, {0, 4, 300}, {4, 2, 100}};
        std::size_t allowed = 0;
        for (bool done = false; !done; allowed += done ? 0 : 1) {
            try {
                const test::AtAllocations fail(allowed, 1, [] { throw std::bad_alloc(); });
                dynamic.change(changes);
                done = true;
            } catch (const std::bad_alloc&) {
                REQUIRE(equal_matrices(dynamic.distances(), before));
                REQUIRE(dynamic.graph().arcs() == 4);
            }
        }
        CHECK(allowed > 10);
        CHECK(dynamic.distances().at(0, 2) == 2);
        CHECK(prove(dynamic.graph(), dynamic.distances()).ok);
    }
}

}  // namespace apsp

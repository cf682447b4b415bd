// Steps of changes that must not be refused, those that must, and that a refused one changes
// nothing.
#include "apsp/dynamic_distances.hpp"
#include "apsp/verify.hpp"
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

}  // namespace apsp

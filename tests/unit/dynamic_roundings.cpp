// Changes of distances that are rounded, and of predecessors that only roundings made shortest.
#include <limits>

#include "apsp/dynamic_distances.hpp"
#include "apsp/verify.hpp"
#include "unit/helpers.hpp"

namespace apsp {

using test::kInf;

TEST_CASE("dynamic distances: predecessors over a longer arc that only roundings made shortest") {
    constexpr float kNo = infinity<float>();
    // 0 -> 1 is so long that 1 -> 2 and its detour over 4 are equal behind it.
    const Arc two[] = {{1, 2, 1.0001}, {2, 3, 1}}, one[] = {{1, 4, 0.5}, {4, 2, 0.5}};
    for (const bool last : {false, true}) {
        CAPTURE(last);
        std::vector<Arc> arcs = {{0, 1, 20000.5}, two[0], two[1], {1, 4, 1}, {4, 3, 1}};
        if (last) arcs = {{0, 1, 20000.5}, two[0], two[1], one[0], one[1]};
        const Graph graph = Graph::from_arcs(5, std::move(arcs), "behind a long arc");
        Matrix distances =
            test::matrix_of<float>(5, {0,   20000.5F, 20001.5F, 20002.5F, 20001.5F,  //
                                       kNo, 0,        1.0001F,  2,        1,         //
                                       kNo, kNo,      0,        1,        kNo,       //
                                       kNo, kNo,      kNo,      0,        kNo,       //
                                       kNo, kNo,      kNo,      1,        0});
        if (last) {
            distances.row<float>(0)[4] = 20001;
            distances.row<float>(1)[2] = 1;
            distances.row<float>(1)[4] = 0.5F;
            distances.row<float>(4)[2] = 0.5F;
            distances.row<float>(4)[3] = 1.5F;
        }
        const std::int32_t to_3 = last ? 2 : 4;
        const Matrix predecessors = test::matrix_of<std::int32_t>(5, {-1,   0,  1,
                                                                      2,    1,  //
                                                                      -1,   -1, last ? 4 : 1,
                                                                      to_3, 1,  //
                                                                      -1,   -1, -1,
                                                                      2,    -1,  //
                                                                      -1,   -1, -1,
                                                                      -1,   -1,  //
                                                                      -1,   -1, last ? 4 : -1,
                                                                      to_3, -1});
        REQUIRE(prove(graph, distances, &predecessors).ok);
        for (const double weight : {50.0, kInf}) {
            CAPTURE(weight);
            DynamicDistances dynamic(graph, distances.clone(), Paths(predecessors.clone()));
            dynamic.change(std::vector<ArcChange>{{1, 2, weight}});
            const Verification proof =
                prove(dynamic.graph(), dynamic.distances(), &dynamic.paths().predecessors());
            CHECK_MESSAGE(proof.ok, proof.failure);
        }
    }
}

TEST_CASE("dynamic distances: a new arc counts though roundings hide that its end is nearer") {
    const Graph graph =
        Graph::from_arcs(6, {{0, 1, 1.5}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}, {4, 5, 1}}, "chain");
    Matrix distances(6, Dtype::f64);
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) {
            const double steps = static_cast<double>(j) - static_cast<double>(i);
            distances.row<double>(i)[j] = j < i ? kInf : steps + (i == 0 && j > 0 ? 0.5 : 0);
        }
    }
    // As far off as the roundings of so many sums may be: less to 4, more to 5.
    constexpr double kUlp = 4 * std::numeric_limits<double>::epsilon();
    distances.row<double>(0)[4] -= 2 * kUlp;
    distances.row<double>(0)[5] += 2 * kUlp;
    REQUIRE(prove(graph, distances).ok);
    DynamicDistances dynamic(graph, std::move(distances));
    dynamic.change(std::vector<ArcChange>{{0, 4, 4.5 - kUlp}});
    CHECK(dynamic.distances().row<double>(0)[5] == 5.5 - kUlp);
}

}  // namespace apsp

// Tight arcs, and predecessors made into trees, on graphs small enough to work out by hand.
#include "apsp/paths.hpp"

#include <algorithm>

#include "paths/mend_paths.hpp"
#include "paths/tight_arcs.hpp"
#include "unit/distances.hpp"
#include "unit/helpers.hpp"

namespace apsp {
namespace {

/// Sources of the tight arcs into j, in their order, and their weights.
template <class T>
std::vector<std::pair<std::uint32_t, T>> arcs_into(const TightArcs& arcs, std::size_t j) {
    std::vector<std::pair<std::uint32_t, T>> list;
    for (std::size_t a = arcs.first[j]; a < arcs.first[j + 1]; ++a) {
        list.emplace_back(arcs.sources[a], arcs.weights_of<T>()[a]);
    }
    return list;
}

bool is_direct(const TightArcs& arcs, std::size_t i, std::size_t j) {
    return (arcs.direct[j * arcs.words + i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace

TEST_CASE("tight arcs: those that are shortest paths, and bits that say which") {
    // 0 -> 1 -> 2 is as short as 0 -> 2; 0 -> 3 is longer than 0 -> 1 -> 3; 4 has no arc.
    const Graph graph = Graph::from_arcs(
        5, {{0, 1, 2}, {1, 2, 3}, {0, 2, 5}, {1, 3, 1}, {0, 3, 4}, {2, 3, 7}}, "five");
    for (const Dtype dtype : kDtypes) {
        CAPTURE(name(dtype));
        const TightArcs arcs = find_tight_arcs(graph, distances_of(graph, dtype));
        CHECK(arcs.exact);
        CHECK_FALSE(arcs.circles);
        visit(dtype, [&](auto zero) {
            using T = decltype(zero);
            using List = std::vector<std::pair<std::uint32_t, T>>;
            CHECK(arcs_into<T>(arcs, 0).empty());
            CHECK(arcs_into<T>(arcs, 1) == List{{0, T{2}}});
            CHECK(arcs_into<T>(arcs, 2) == List{{1, T{3}}, {0, T{5}}});
            CHECK(arcs_into<T>(arcs, 3) == List{{1, T{1}}, {2, T{7}}});
            CHECK(arcs_into<T>(arcs, 4).empty());
        });
        CHECK(is_direct(arcs, 0, 2));
        CHECK(is_direct(arcs, 1, 3));
        CHECK_FALSE(is_direct(arcs, 0, 3));
        CHECK_FALSE(is_direct(arcs, 0, 4));
        CHECK_FALSE(is_direct(arcs, 0, 0));
    }
}

TEST_CASE("tight arcs: near sources come first, arcs of zero last; none where all are direct") {
    const Graph graph = Graph::from_arcs(6,
                                         {{0, 5, 0},
                                          {1, 5, 9},
                                          {2, 5, 1},
                                          {3, 5, 100},
                                          {0, 4, 1},
                                          {1, 4, 1},
                                          {2, 4, 1},
                                          {3, 4, 1},
                                          {5, 4, 1}},
                                         "star");
    const TightArcs arcs = find_tight_arcs(graph, distances_of(graph, Dtype::i32));
    using List = std::vector<std::pair<std::uint32_t, std::int32_t>>;
    CHECK(arcs_into<std::int32_t>(arcs, 5) == List{{2, 1}, {1, 9}, {3, 100}, {0, 0}});
    CHECK_FALSE(arcs.circles);  // 5 -> 4 ends there: there is no way back of weight 0
    CHECK(arcs_into<std::int32_t>(arcs, 4).empty());
    for (const std::size_t i : {0, 1, 2, 3, 5}) CHECK(is_direct(arcs, i, 4));
}

TEST_CASE("tight arcs: of reals those within the roundings") {
    const Graph graph = Graph::from_arcs(4, {{0, 1, 0.1}, {1, 2, 0.2}, {0, 2, 0.3}}, "reals");
    Matrix distances = graph.to_matrix(Dtype::f32);
    distances.row<float>(0)[2] = 0.3F;  // 0.1F + 0.2F is the next float above
    const TightArcs arcs = find_tight_arcs(graph, distances);
    CHECK_FALSE(arcs.exact);
    CHECK_FALSE(arcs.circles);  // the search takes only nearer sources
    CHECK(arcs.relative_slack > 0);
    CHECK(arcs_into<float>(arcs, 2).size() == 2);
}

TEST_CASE("tight arcs: circles are possible where there and back is 0, and only there") {
    const auto circles = [](double there, double back, double onwards) {
        const Graph graph =
            Graph::from_arcs(3, {{0, 1, there}, {1, 0, back}, {1, 2, onwards}}, "two");
        bool any = false;
        for (const Dtype dtype : {Dtype::i16, Dtype::i32, Dtype::f32, Dtype::f64}) {
            const TightArcs arcs = find_tight_arcs(graph, distances_of(graph, dtype));
            any = any || arcs.circles;
            if (always_trees(graph, dtype)) CHECK_FALSE(arcs.circles);
        }
        return any;
    };
    CHECK(circles(0, 0, 7));
    CHECK(circles(-3, 3, 7));
    CHECK_FALSE(circles(0, 1, 0));
    CHECK_FALSE(circles(-3, 4, -7));
    CHECK_FALSE(circles(1, 1, 1));
}

TEST_CASE("tight arcs: predecessors are always trees of positive weights that add up exactly") {
    const auto always = [](double weight, Dtype dtype) {
        return always_trees(Graph::from_arcs(3, {{0, 1, weight}, {1, 2, 3}}, "three"), dtype);
    };
    CHECK(always(1, Dtype::u8));
    CHECK(always(2e6, Dtype::f32));
    CHECK_FALSE(always(16777216, Dtype::f32));
    CHECK(always(16777216, Dtype::f64));
    CHECK_FALSE(always(0.5, Dtype::f64));
    CHECK_FALSE(always(0, Dtype::i32));
    CHECK_FALSE(always(-1, Dtype::i32));
}

TEST_CASE("tight arcs: integers in floats are exact until sums may be rounded") {
    const auto exact = [](double weight) {
        const Graph graph = Graph::from_arcs(3, {{0, 1, weight}, {1, 2, 3}}, "far");
        return find_tight_arcs(graph, graph.to_matrix(Dtype::f32)).exact;
    };
    CHECK(exact(1000));
    CHECK(exact(4e6));
    CHECK_FALSE(exact(16777216));
}

TEST_CASE("mend: circles of zero arcs are opened, and what is missing is found") {
    // 0 -> 1, and a circle 1, 2, 3 of weight 0 in both directions; 4 is reached from 3.
    const Graph graph = Graph::from_arcs(
        5, {{0, 1, 5}, {1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {3, 2, 0}, {3, 1, 0}, {1, 3, 0}, {3, 4, 1}},
        "circle");
    for (const Dtype dtype : kDtypes) {
        const Matrix distances = distances_of(graph, dtype);
        const TightArcs arcs = find_tight_arcs(graph, distances);
        Matrix p(5, Dtype::i32);
        for (std::size_t i = 0; i < 5; ++i) std::ranges::fill(p.row<std::int32_t>(i), -1);
        // Row 0 goes round 1 -> 2 -> 3 -> 1; rows 1 and 2 lack all predecessors; row 3 is right.
        std::ranges::copy(std::vector<std::int32_t>{-1, 3, 1, 2, 3},
                          p.row<std::int32_t>(0).begin());
        const std::vector<std::int32_t> right = {-1, 3, 1, -1, 3};
        std::ranges::copy(right, p.row<std::int32_t>(3).begin());
        CHECK(arcs.circles);
        const auto rows = rows_to_mend(distances, arcs, arcs.circles, p);
        CHECK(rows == std::vector<char>{1, 1, 1, 0, 0});
        CHECK(rows_to_mend(distances, arcs, false, p).empty());  // as if there were no circles
        mend_paths(distances, arcs, rows, p);
        CHECK(rows_to_mend(distances, arcs, true, p).empty());
        CHECK(std::ranges::equal(p.row<std::int32_t>(3), right));
        CHECK(std::ranges::count(p.row<std::int32_t>(4), -1) == 5);
        const Paths paths(std::move(p));
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 1; j < 5; ++j) {
                const auto vertices = paths.path(i, j);
                double sum = 0;
                for (std::size_t k = 1; k < vertices.size(); ++k) {
                    sum += graph.weight(vertices[k - 1], vertices[k]);
                }
                CHECK_FALSE(vertices.empty());
                CHECK(sum == distances.at(i, j));
            }
        }
    }
}

TEST_CASE("mend: of reals the vertices that are lost get the shortest of their arcs") {
    // Both ways to 2 are tight to within roundings in f32; the one by way of 1 is shorter.
    const Graph graph =
        Graph::from_arcs(4, {{0, 1, 0.5}, {1, 2, 0.25}, {0, 3, 0.5}, {3, 2, 0.2500001}}, "reals");
    Matrix distances = graph.to_matrix(Dtype::f32);
    distances.row<float>(0)[2] = 0.75F;
    const TightArcs arcs = find_tight_arcs(graph, distances);
    Matrix p(4, Dtype::i32);
    for (std::size_t i = 0; i < 4; ++i) std::ranges::fill(p.row<std::int32_t>(i), -1);
    const auto rows = rows_to_mend(distances, arcs, arcs.circles, p);
    CHECK(rows == std::vector<char>{1, 1, 0, 1});
    mend_paths(distances, arcs, rows, p);
    CHECK(rows_to_mend(distances, arcs, arcs.circles, p).empty());
    CHECK(p.row<std::int32_t>(0)[1] == 0);
    CHECK(p.row<std::int32_t>(0)[2] == 1);
    CHECK(p.row<std::int32_t>(0)[3] == 0);
    CHECK(p.row<std::int32_t>(1)[2] == 1);
    CHECK(p.row<std::int32_t>(3)[2] == 3);
}

}  // namespace apsp

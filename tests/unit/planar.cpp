// Generated road networks are planar, by Boost's test of planarity.
#include <doctest/doctest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>

#include "apsp/generate.hpp"

TEST_CASE("generate: a road network is planar, of 2.4 to 2.8 arcs a vertex") {
    for (const std::uint64_t seed : {1, 2, 3}) {
        const std::size_t n = 20'000;
        const apsp::Graph graph = apsp::road_graph(n, seed);
        const double degree = static_cast<double>(graph.arcs()) / static_cast<double>(n);
        CHECK((degree > 2.4 && degree < 2.8));
        boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> undirected(n);
        for (std::size_t i = 0; i < n; ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                if (i < j) boost::add_edge(i, j, undirected);
            });
        }
        CHECK(boost::boyer_myrvold_planarity_test(undirected));
    }
}

// How far breadth-first levels separate a graph.
#include "graph/level_separator.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "apsp/generate.hpp"

namespace {

using apsp::Arc;
using apsp::Graph;

/// Adds arcs there and back.
void join(std::vector<Arc>& arcs, std::uint32_t i, std::uint32_t j) {
    arcs.push_back({i, j, 1});
    arcs.push_back({j, i, 1});
}

std::vector<Arc> grid(std::uint32_t edge) {
    std::vector<Arc> arcs;
    for (std::uint32_t i = 0; i < edge; ++i) {
        for (std::uint32_t j = 0; j < edge; ++j) {
            if (i + 1 < edge) join(arcs, i * edge + j, i * edge + edge + j);
            if (j + 1 < edge) join(arcs, i * edge + j, i * edge + j + 1);
        }
    }
    return arcs;
}

double separator(std::size_t n, std::vector<Arc> arcs) {
    return apsp::level_separator(Graph::from_arcs(n, std::move(arcs), "drawn"));
}

}  // namespace

TEST_CASE("level separator: narrow where a graph falls apart") {
    CHECK(separator(900, grid(30)) <= 30.0 / 900);
    std::vector<Arc> ring;
    for (std::uint32_t i = 0; i < 500; ++i) join(ring, i, (i + 1) % 500);
    CHECK(separator(500, ring) <= 2.0 / 500);
    std::vector<Arc> cliques;  // each shares a vertex with the next
    for (std::uint32_t first = 0; first < 300; first += 10) {
        for (std::uint32_t i = first; i <= first + 10; ++i) {
            for (std::uint32_t j = first; j < i; ++j) join(cliques, i, j);
        }
    }
    CHECK(separator(301, cliques) <= 10.0 / 301);
}

TEST_CASE("level separator: trees and hubs do not count") {
    std::vector<Arc> tree;
    for (std::uint32_t i = 1; i < 400; ++i) join(tree, i, (i - 1) / 3);
    CHECK(separator(400, tree) == 0);
    std::vector<Arc> star;
    for (std::uint32_t i = 1; i < 400; ++i) join(star, i, 0);
    CHECK(separator(400, star) == 0);
    std::vector<Arc> hub = grid(30);
    for (std::uint32_t i = 0; i < 900; ++i) join(hub, 900, i);
    CHECK(separator(901, hub) <= 30.0 / 901);
    CHECK(separator(5, {}) == 0);
}

TEST_CASE("level separator: wide where all are some steps apart") {
    for (const double degree : {3.0, 6.0, 20.0}) {
        CAPTURE(degree);
        CHECK(apsp::level_separator(apsp::random_graph(3000, degree / 3000)) > 0.15);
    }
}

TEST_CASE("level separator: of the largest component, in any order of the vertices") {
    std::vector<Arc> arcs = grid(20);
    join(arcs, 400, 401);
    join(arcs, 401, 402);
    join(arcs, 402, 400);
    const double once = separator(403, arcs);
    CHECK(once > 0);
    for (Arc& arc : arcs) {
        arc.source = 402 - arc.source;
        arc.target = 402 - arc.target;
    }
    CHECK(separator(403, arcs) <= 20.0 / 403);
}

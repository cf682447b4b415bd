// Small graphs of the families that algorithms for sparse graphs find easy or hard.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp::test {

inline std::uint32_t number(std::mt19937& random, std::size_t below) {
    return static_cast<std::uint32_t>(random() % below);
}

/// A graph of one of several families. If it is `drifting`, it has some negative arcs but no
/// negative cycle; with `signed_weights`, it may have a negative cycle.
inline Graph drawn_graph(std::size_t seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const std::size_t n = 1 + random() % 90;
    const bool one_way = random() % 2 == 0, drifting = random() % 3 == 0;
    const bool signed_weights = random() % 8 == 0;
    std::vector<std::uint32_t> height(n, 0);
    if (drifting) std::ranges::generate(height, [&] { return number(random, 500); });
    std::vector<Arc> arcs;
    const auto join = [&](std::size_t i, std::size_t j) {
        const auto from = static_cast<std::uint32_t>(i), to = static_cast<std::uint32_t>(j);
        const double least = signed_weights ? -5 : 0;
        const double there = least + number(random, 100), back = least + number(random, 100);
        arcs.push_back({from, to, there + height[i] - height[j]});
        if (!one_way) arcs.push_back({to, from, back + height[j] - height[i]});
    };
    switch (seed % 6) {
        case 0:  // some arcs, parallel ones and loops among them
            for (std::size_t a = 0; a < 2 * n; ++a) join(random() % n, random() % n);
            break;
        case 1:  // trees
            for (std::size_t i = 1; i < n; ++i) {
                if (random() % 8 != 0) join(i, random() % i);
            }
            break;
        case 2:  // cycles
            for (std::size_t i = 0; i < n; ++i) join(i, (i + 1) % n);
            break;
        case 3:  // a star
            for (std::size_t i = 1; i < n; ++i) join(0, i);
            break;
        case 4:  // cliques that share a vertex with the next
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = i + 1; j < std::min(n, i / 7 * 7 + 8); ++j) join(i, j);
            }
            break;
        default:  // a grid
            for (std::size_t i = 0; i < n; ++i) {
                if (i % 9 != 8 && i + 1 < n) join(i, i + 1);
                if (i + 9 < n) join(i, i + 9);
            }
    }
    std::erase_if(arcs, [](const Arc& arc) { return arc.source == arc.target && arc.weight < 0; });
    return Graph::from_arcs(n, std::move(arcs), "drawn");
}

}  // namespace apsp::test

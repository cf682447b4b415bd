// Questions about betweenness with many ties, and whether two answers are the same.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "apsp/betweenness.hpp"
#include "unit/drawn_graph.hpp"
#include "unit/helpers.hpp"

namespace apsp::test {

inline bool agree(double found, double expected) {
    return std::abs(found - expected) <= 1e-11 * (1 + std::abs(expected));
}

inline bool agree(const std::vector<double>& found, const std::vector<double>& expected) {
    return std::ranges::equal(found, expected, [](double a, double b) { return agree(a, b); });
}

inline bool agree(const Betweenness& found, const Betweenness& expected) {
    return agree(found.vertices, expected.vertices) && agree(found.arcs, expected.arcs) &&
           agree(found.pairs, expected.pairs);
}

/// The shape of a drawn graph with weights that make many ties; 0 only where no cycle can follow.
inline Graph with_ties(const Graph& shape, std::mt19937& random) {
    const std::size_t least = random() % 3, kinds = 1 + random() % 3;
    const bool both_alike = random() % 2 == 0;
    std::vector<Arc> arcs = arcs_of(shape);
    for (Arc& arc : arcs) {
        const bool forwards = arc.source < arc.target;
        arc.weight = static_cast<double>(least + random() % kinds);
        if (both_alike) arc.weight = static_cast<double>(1 + (arc.source ^ arc.target) % kinds);
        if (!forwards && arc.weight == 0) arc.weight = 1;
    }
    return Graph::from_arcs(shape.vertices(), std::move(arcs), "ties");
}

inline std::vector<double> drawn_weights(std::size_t n, std::mt19937& random) {
    std::vector<double> weights;
    if (random() % 2 == 0) return weights;
    const bool few = random() % 2 == 0;
    for (std::size_t v = 0; v < n; ++v) {
        weights.push_back(few && random() % 8 != 0 ? 0 : 0.5 * static_cast<double>(random() % 4));
    }
    return weights;
}

}  // namespace apsp::test

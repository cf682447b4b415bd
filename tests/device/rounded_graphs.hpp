// Graphs whose predecessors depend on how sums are rounded.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "apsp/generate.hpp"

/// A ring in which every other step is lost in sums of f32: its end is no nearer than its source.
inline apsp::Graph lost_steps(std::size_t n) {
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        arcs.push_back({i, static_cast<std::uint32_t>((i + 1) % n), i % 2 == 0 ? 1000.5 : 1e-9});
    }
    return apsp::Graph::from_arcs(n, std::move(arcs), "lost steps");
}

/// Groups of four vertices 0 .. 3: arcs of weight 0 end the shortest paths 0 -> 1 -> 3, and 0 -> 2
/// -> 3 are longer by parts of them that are small, but no roundings of f32 or of f64.
inline apsp::Graph near_misses(std::size_t n) {
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i + 3 < n; i += 4) {
        const double more = i % 8 == 0 ? 1e-6 : 1e-14;
        const double length = 1.1 + i / 100.0;
        arcs.push_back({i, i + 1, length});
        arcs.push_back({i + 1, i + 3, 0});
        arcs.push_back({i, i + 2, length / 2});
        arcs.push_back({i + 2, i + 3, length * (0.5 + more)});
    }
    return apsp::Graph::from_arcs(n, std::move(arcs), "near misses");
}

/// Arcs of weight 0, and of weights of which f32 or f64 holds only some digits.
inline apsp::Graph denormals(std::size_t n) {
    constexpr double kUnits[] = {0, 1e-45, 1e-40, 2.3e-39, 0, 1e-321, 1e-310, 2.3e-309};
    const apsp::Graph drawn = apsp::random_graph(n, 0.05, 3);  // weights from 1 to 10
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < n; ++i) {
        drawn.for_each_arc(i, [&](std::size_t j, double w) {
            if ((i < n / 2) != (j < n / 2)) return;  // two halves, each of one type's denormals
            const std::size_t unit = (i < n / 2 ? 0 : 4) + (i + 7 * j) % 4;
            arcs.push_back({i, static_cast<std::uint32_t>(j), w * kUnits[unit]});
        });
    }
    return apsp::Graph::from_arcs(n, std::move(arcs), "denormals");
}

// Graphs made from a seed: the same on every machine and for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apsp/export.h"
#include "apsp/graph.hpp"

namespace apsp {

/// Every arc i -> j, i != j, exists with probability `density` and has an integer weight drawn from
/// 1..10, as in the 2014 paper on blocked OpenCL kernels. Easy to solve: in a dense graph, two hops
/// reach the answer.
/// @throws Error usage for n = 0 or a density outside 0..1
APSP_EXPORT Graph random_graph(std::size_t n, double density = 1.0, std::uint64_t seed = 1);

/// Dense, with weights (i - j)^2 plus noise of 0..9, where the square is capped at 1e9 / n:
/// distances improve many times before they settle.
APSP_EXPORT Graph squares_graph(std::size_t n, std::uint64_t seed = 1);

/// 0.25 % of the arcs with weights 1..10, and a Hamiltonian cycle of arcs of weight 1000: long
/// paths.
APSP_EXPORT Graph ring_graph(std::size_t n, std::uint64_t seed = 1);

/// `random_graph` with weights w + p(i) - p(j), for potentials p of 0..99: negative weights without
/// a negative cycle.
APSP_EXPORT Graph potential_graph(std::size_t n, double density = 1.0, std::uint64_t seed = 1);

/// Dense, with weights of 1..10 that are the same in both directions.
APSP_EXPORT Graph undirected_graph(std::size_t n, std::uint64_t seed = 1);

/// side x side vertices, row by row, each joined with those beside, above and below it, with
/// weights of 1..10 that are the same in both directions.
APSP_EXPORT Graph grid_graph(std::size_t side, std::uint64_t seed = 1);

/// Like a road network: planar and connected, with about 2.5 arcs out of a vertex, separators of
/// about the cube root of n vertices, and faster roads between larger pieces. Weights are times:
/// positive integers of about 100, the same in both directions.
APSP_EXPORT Graph road_graph(std::size_t n, std::uint64_t seed = 1);

}  // namespace apsp

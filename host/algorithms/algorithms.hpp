// The schedules: each computes the closure of the matrix that an engine holds.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/engine.hpp"

namespace apsp {

using Progress = std::function<void(double)>;

/// Runs `algorithm` on the n vertices of the engine's matrix; `progress` may be empty.
void run(Algorithm algorithm, Engine& engine, std::size_t n, const Progress& progress);

/// Blocked Kleene closure: blocks of pivots within blocks of pivots.
void kleene(Engine& engine, std::size_t n, const Progress& progress);

/// R-Kleene: recursion on quadrants.
void r_kleene(Engine& engine, std::size_t n, const Progress& progress);

/// Floyd-Warshall: one step for each intermediate vertex.
void floyd_warshall(Engine& engine, std::size_t n, const Progress& progress);

}  // namespace apsp

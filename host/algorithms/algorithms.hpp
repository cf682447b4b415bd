// The schedules: each computes the closure of the matrix that an engine holds.
#pragma once

#include <cstddef>
#include <functional>

#include "algorithms/engine.hpp"

namespace apsp {

using Progress = std::function<void(double)>;

/// Runs the algorithm that the engine was opened for; `progress` may be empty.
void run(const EngineOptions& options, Engine& engine, const Progress& progress);

/// Blocked Kleene closure: blocks of pivots within blocks of pivots. Half the work where the matrix
/// is symmetric.
void kleene(Engine& engine, std::size_t n, bool symmetric, const Progress& progress);

/// Kleene's part for some rows: closes the pivots and relaxes their rows, of all columns, through
/// them. They have been relaxed through all pivots before.
void close_rows(Engine& engine, Range pivots, Range all);

/// R-Kleene: recursion on quadrants. Half the work where the matrix is symmetric.
void r_kleene(Engine& engine, std::size_t n, bool symmetric, const Progress& progress);

/// Floyd-Warshall: one step for each intermediate vertex.
void floyd_warshall(Engine& engine, std::size_t n, const Progress& progress);

}  // namespace apsp

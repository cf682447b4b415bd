// How long each algorithm should take: the counts of a graph, at a device's rates.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// What eliminating a graph's vertices comes to, and where it should stop on these devices: in
/// order of minimum degree, or of nested dissection where that saves more of the time of so many
/// rows than it takes.
struct CountedElimination {
    std::shared_ptr<const EliminationCounts> counts;
    EliminationChoice core;
};
CountedElimination count_elimination(const Graph& graph, const std::vector<Device>& devices,
                                     const EngineOptions& engine, const SolveOptions& options,
                                     std::size_t rows);

/// The best first. What takes a while to count is not counted where the dense closure takes less.
struct Estimates {
    std::vector<AlgorithmEstimate> all;
    CountedElimination elimination;  ///< Of `sparse`, if it was counted.

    double seconds() const { return all.front().seconds; }
};
/// Of devices that share the work.
Estimates estimate(const Graph& graph, const std::vector<Device>& devices,
                   const EngineOptions& engine, const SolveOptions& options);

/// Whether a device, or the options, leave nothing but the dense closure.
bool dense_only(const std::vector<Device>& devices, const SolveOptions& options);

}  // namespace apsp

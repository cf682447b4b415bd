// How long each algorithm should take: the counts of a graph, at a device's rates.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// The best first. What takes a while to count is not counted where the dense closure takes less.
struct Estimates {
    std::vector<AlgorithmEstimate> all;
    /// Of `sparse`, if it was counted.
    std::shared_ptr<const EliminationCounts> counts;
    EliminationChoice core;

    double seconds() const { return all.front().seconds; }
};
/// Of devices that share the work. `known` is the elimination of a graph with the same arcs, or
/// null.
Estimates estimate(const Graph& graph, const std::vector<Device>& devices,
                   const EngineOptions& engine, const Elimination* known);

/// Where eliminating the vertices should stop on these devices.
EliminationChoice choose_core(const EliminationCounts& counts, const std::vector<Device>& devices,
                              const EngineOptions& engine);

/// Whether a device, or the options, leave nothing but the dense closure.
bool dense_only(const std::vector<Device>& devices, const SolveOptions& options);

}  // namespace apsp

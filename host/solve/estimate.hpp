// How long each algorithm should take: the counts of a graph at the rates of a device.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "algorithms/engine_options.hpp"
#include "apsp/solve.hpp"

namespace apsp {

/// The cost of eliminating a graph's vertices, and where elimination should stop on these devices.
/// The order is that of minimum degree, or of nested dissection if this saves more time than it
/// takes. `by_degree` are the counts of the former, if they are known.
struct CountedElimination {
    std::shared_ptr<const EliminationCounts> counts;
    EliminationChoice core;
};
CountedElimination count_elimination(const Graph& graph, const std::vector<Device>& devices,
                                     const EngineOptions& engine, const SolveOptions& options,
                                     std::shared_ptr<const EliminationCounts> by_degree);

/// The best first. Counting that takes a while is skipped if the dense closure takes less time.
struct Estimates {
    std::vector<AlgorithmEstimate> all;
    CountedElimination elimination;  ///< Of `sparse`, if it was counted.

    double seconds() const { return all.front().seconds; }
};
/// For devices that share the work, which is that of `rows` if the options name any. `adds_up`: the
/// rows are only added up, where the devices can. `by_degree` is as for count_elimination.
Estimates estimate(const Graph& graph, const std::vector<Device>& devices,
                   const EngineOptions& engine, const SolveOptions& options, bool adds_up = false,
                   std::shared_ptr<const EliminationCounts> by_degree = nullptr);

/// Whether the devices or the options leave only the dense closure.
bool dense_only(const std::vector<Device>& devices, const SolveOptions& options);

}  // namespace apsp

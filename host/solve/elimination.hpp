// What an Elimination keeps.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "algorithms/elimination_tree.hpp"
#include "apsp/elimination.hpp"

namespace apsp {

struct Elimination::Structure {
    explicit Structure(Graph graph);

    /// Made on first use.
    std::shared_ptr<const EliminationTree> tree(std::uint32_t longest) const;

    Graph graph;
    std::shared_ptr<const EliminationCounts> counts;

  private:
    mutable std::mutex mutex_;
    mutable std::map<std::uint32_t, std::shared_ptr<const EliminationTree>> trees_;
};

/// The counts of the graph: counted now, unless `known` has those of the same arcs.
/// @throws Error usage if `known` is of other arcs
std::shared_ptr<const EliminationCounts> counts_of(const Graph& graph, const Elimination* known);

}  // namespace apsp

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

    /// Made when it is first asked for.
    std::shared_ptr<const EliminationTree> tree(std::uint32_t longest) const;

    Graph graph;
    std::shared_ptr<const EliminationCounts> counts;

  private:
    mutable std::mutex mutex_;
    mutable std::map<std::uint32_t, std::shared_ptr<const EliminationTree>> trees_;
};

/// Of the graph: counted now, unless that is known of one with the same arcs.
/// @throws Error usage where the known one has others
std::shared_ptr<const EliminationCounts> counts_of(const Graph& graph, const Elimination* known);

}  // namespace apsp

// The elimination of all vertices of a graph, without a core.
#pragma once

#include <memory>

#include "algorithms/elimination_tree.hpp"
#include "solve/elimination.hpp"

namespace apsp {

/// Each part is made when it is first asked for, or taken from `known`, if that is kept.
class WholeElimination {
  public:
    /// The arguments must outlive it.
    WholeElimination(const Graph& graph, const std::shared_ptr<const Elimination>& known)
        : graph_(graph), known_(known) {}

    const EliminationCounts& counts() {
        if (counts_ == nullptr) counts_ = counts_of(graph_, known_.get());
        return *counts_;
    }
    std::shared_ptr<const EliminationTree> tree() {
        const EliminationCounts& all = counts();
        if (known_ != nullptr) return known_->structure().tree(kNoRank);
        return std::make_shared<const EliminationTree>(make_elimination_tree(all, kNoRank));
    }

  private:
    const Graph& graph_;
    const std::shared_ptr<const Elimination>& known_;
    std::shared_ptr<const EliminationCounts> counts_;
};

}  // namespace apsp

// The part of an elimination tree that paths between some vertices need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/elimination.hpp"
#include "algorithms/elimination_tree.hpp"

namespace apsp {

/// Some vertices of a tree, all above them, and the core. Since lists name vertices above only, no
/// list loses an entry: distances between these vertices stay what they are. The vertices of `tree`
/// are numbered by its ranks.
struct UpperTree {
    UpperTree(const EliminationTree& whole, std::span<const std::uint32_t> vertices);

    /// Their part of the arcs of the whole tree, which gives up its core.
    template <class T>
    EliminatedArcs<T> of(EliminatedArcs<T> arcs) const;

    EliminationTree tree;
    std::vector<std::uint32_t> rank_of;  ///< Of each vertex of the whole; kNoRank if not in it.
    /// Of each of its eliminated ranks, where the whole tree's list begins.
    std::vector<std::size_t> from;
};

}  // namespace apsp

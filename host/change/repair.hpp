// New distances of affected pairs, from each source: from vertices whose distances stay, to others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "change/affected_pairs.hpp"
#include "change/changing_graph.hpp"

namespace apsp {

/// Distances and, if asked for, predecessors of a source's affected targets.
template <class T>
struct RepairedRow {
    std::uint32_t source;
    std::vector<std::uint32_t> targets;
    std::vector<T> distances;
    std::vector<std::int32_t> predecessors;
};

/// What the pairs' distances are in the graph, by those of all other pairs of their sources, which
/// are right. Those of the pairs are no larger than what they become.
/// @throws Error bad_input where the type does not hold one; Stopped
template <class T>
std::vector<RepairedRow<T>> repair(const ChangingGraph& graph, const AffectedPairs<T>& pairs,
                                   bool with_predecessors);

}  // namespace apsp

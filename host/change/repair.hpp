// New distances of affected pairs: from each source, along vertices whose distances stay, to
// others.
#pragma once

#include <algorithm>
#include <cmath>
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

/// The largest magnitude of a distance in these rows; 0 if there is none.
template <class T>
double largest_in(const std::vector<RepairedRow<T>>& rows) {
    double largest = 0;
    for (const RepairedRow<T>& row : rows) {
        for (const T d : row.distances) {
            if (d != infinity<T>()) largest = std::max(largest, std::abs(static_cast<double>(d)));
        }
    }
    return largest;
}

/// Computes the pairs' distances in the graph from those of all other pairs with the same sources,
/// which are right. The pairs' old distances must not be larger than the new ones.
/// @throws Error bad_input if the type does not hold one; Stopped
template <class T>
std::vector<RepairedRow<T>> repair(const ChangingGraph& graph, const AffectedPairs<T>& pairs,
                                   bool with_predecessors);

}  // namespace apsp

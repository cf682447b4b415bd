// The pairs whose shortest paths may lead through arcs that become longer. All other distances stay
// what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/matrix.hpp"
#include "change/sums.hpp"

namespace apsp {

/// An arc with its weight before it becomes longer, or after it becomes shorter.
template <class T>
struct ChangedArc {
    std::uint32_t source;
    std::uint32_t target;
    Sum<T> weight;
};

/// Of some sources, which ascend, their targets.
struct AffectedPairs {
    struct Row {
        std::uint32_t source;
        std::vector<std::uint32_t> targets;
    };
    std::vector<Row> rows;
    std::size_t count = 0;
    bool too_many = false;  ///< More than were asked for: then not all are here.
};

/// d(i, u) + w + d(v, j) = d(i, j) for some of the arcs, or less than a slack above; and (i, v)
/// where u is the predecessor, if there are predecessors. Never (i, i).
template <class T>
AffectedPairs find_affected_pairs(const Matrix& distances, const Matrix* predecessors,
                                  const std::vector<ChangedArc<T>>& arcs, Slack slack, double most);

}  // namespace apsp

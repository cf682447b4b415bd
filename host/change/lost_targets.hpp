// Targets from which following predecessors does not lead to the source: in floats, predecessors
// that are changed by sums that are rounded may form a circle of arcs shorter than roundings.
#pragma once

#include <cstdint>
#include <vector>

#include "change/affected_pairs.hpp"

namespace apsp {

/// Of these rows. All other targets of them are reached from the source without such ones.
template <class T>
AffectedPairs<T> find_lost_targets(const Matrix& distances, const Matrix& predecessors,
                                   const std::vector<std::uint32_t>& rows);

}  // namespace apsp

// Finds targets from which following predecessors does not lead to the source: in floats,
// predecessors that are changed by rounded sums may form a circle of arcs shorter than roundings.
#pragma once

#include <cstdint>
#include <vector>

#include "change/affected_pairs.hpp"

namespace apsp {

/// The lost targets of these rows. The paths to all other targets go through none of them.
template <class T>
AffectedPairs<T> find_lost_targets(const Matrix& distances, const Matrix& predecessors,
                                   const std::vector<std::uint32_t>& rows);

}  // namespace apsp

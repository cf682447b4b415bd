// Targets or sources that are computed at once, one per vector lane.
#pragma once

#include <cstddef>

namespace apsp {

inline constexpr std::size_t kLanes = 16;

/// Wherever one stands, it is aligned to 64 bytes.
using Lanes = double[kLanes];

}  // namespace apsp

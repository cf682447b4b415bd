// What a device could do at best: the yardstick of measurements.
#pragma once

#include "backends/limits.hpp"

namespace apsp::sweep {

/// A processor's is measured, which takes a tenth of a second: additions and minima of f32 on AVX2
/// registers, on all threads.
Limit limit_of(const Device& device, Dtype dtype, Semiring semiring);

}  // namespace apsp::sweep

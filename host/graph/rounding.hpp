// The infinity of doubles, and how much one rounding changes a number of each type.
#pragma once

#include "apsp/dtype.hpp"

namespace apsp {

inline constexpr double kInfinity = infinity<double>();

/// The largest relative error of one rounding; 0 for integers.
constexpr double unit_roundoff(Dtype dtype) {
    return dtype == Dtype::f32 ? 0x1p-24 : dtype == Dtype::f64 ? 0x1p-53 : 0;
}

}  // namespace apsp

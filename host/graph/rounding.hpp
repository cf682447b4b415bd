// How much one rounding changes a number of each type.
#pragma once

#include "apsp/dtype.hpp"

namespace apsp {

/// The largest relative error of one rounding; 0 for integers.
constexpr double unit_roundoff(Dtype dtype) {
    return visit(dtype, [](auto zero) -> double {
        using T = decltype(zero);
        return std::is_floating_point_v<T> ? std::numeric_limits<T>::epsilon() / 2 : 0;
    });
}

}  // namespace apsp

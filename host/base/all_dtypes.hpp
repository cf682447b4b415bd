// Every element type: for templates that are instantiated in the file of their bodies, and by size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "apsp/dtype.hpp"

/// INSTANTIATE(T) for the type of each Dtype.
#define APSP_FOR_DTYPES(INSTANTIATE) \
    INSTANTIATE(float)               \
    INSTANTIATE(double)              \
    INSTANTIATE(std::int32_t)        \
    INSTANTIATE(std::int16_t)        \
    INSTANTIATE(std::uint8_t)

namespace apsp {

/// The smallest first, and integers before floats of the same size.
inline constexpr auto kDtypesBySize = [] {
    auto all = kDtypes;
    std::ranges::sort(all, {}, [](Dtype each) { return 2 * size_of(each) + !is_integral(each); });
    return all;
}();

}  // namespace apsp

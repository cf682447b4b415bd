// Every element type, for templates that are instantiated in the file of their bodies.
#pragma once

#include <cstdint>

/// INSTANTIATE(T) for the type of each Dtype.
#define APSP_FOR_DTYPES(INSTANTIATE) \
    INSTANTIATE(float)               \
    INSTANTIATE(double)              \
    INSTANTIATE(std::int32_t)        \
    INSTANTIATE(std::int16_t)        \
    INSTANTIATE(std::uint8_t)

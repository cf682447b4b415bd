// What a solve will need, worked out before anything is allocated.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apsp/devices.hpp"
#include "apsp/dtype.hpp"

namespace apsp {

struct Plan {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;
    std::size_t ld = 0;              ///< Padded edge of the matrix, in elements.
    std::uint64_t matrix_bytes = 0;  ///< The matrix, as one allocation on the device.
};

/// A pure function of its arguments.
Plan plan(std::size_t n, Dtype dtype);

/// The largest n whose plan fits the device.
std::size_t largest_n(Dtype dtype, const Device& device);

/// @throws Error out_of_memory, naming the limit and what would fit; no_device when the device
///         lacks the type
void check_plan(const Plan& plan, const Device& device);

}  // namespace apsp

// What a device could do at best, in relaxations per second.
#pragma once

#include <string>

#include "apsp/devices.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

struct Limit {
    double rate = 0;  ///< 0 when none is known.
    std::string meaning;
};

/// For an NVIDIA GPU: its nominal rate of additions and minima. A multiprocessor does 64 per clock
/// in 32 bits, twice as many in 16 bits, half as many in f64, and 64 words of 32 bits for or_and.
/// With `tensor`, its rate of multiplications and additions of bf16 on tensor cores.
Limit nominal_limit(const Device& device, Dtype dtype = Dtype::f32,
                    Semiring semiring = Semiring::min_plus, bool tensor = false);

/// The yardstick of measurements: of a processor processor_limit(), else nominal_limit().
Limit limit_of(const Device& device, Dtype dtype, Semiring semiring);

}  // namespace apsp

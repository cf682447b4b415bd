// What a device could do at best, in relaxations a second: the yardstick of the benchmark.
#pragma once

#include <string>

#include "apsp/devices.hpp"

namespace apsp::bench {

struct Limit {
    double rate = 0;  ///< 0 when none is known.
    std::string meaning;
};

/// For a GPU of NVIDIA: 64 f32 minima a clock and processor, its nominal rate of add and minimum.
Limit nominal_limit(const Device& device);

/// For CPUs: a loop of f32 additions and minima on AVX2 registers, run now, on all threads for
/// about `seconds`.
Limit measured_limit(double seconds);

}  // namespace apsp::bench

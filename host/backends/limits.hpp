// What a device could do at best, in relaxations a second: the yardstick of the benchmark.
#pragma once

#include <string>

#include "apsp/devices.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

struct Limit {
    double rate = 0;  ///< 0 when none is known.
    std::string meaning;
};

/// For a GPU of NVIDIA: its nominal rate of additions and minima, of which a multiprocessor does 64
/// a clock in 32 bits, twice that in 16 and half in f64; of words of 32 bits, for or_and, 64.
Limit nominal_limit(const Device& device, Dtype dtype = Dtype::f32,
                    Semiring semiring = Semiring::min_plus);

/// For CPUs: a loop of f32 additions and minima on AVX2 registers, run now, on all threads for
/// about `seconds`.
Limit measured_limit(double seconds);

}  // namespace apsp

// A hash from which random numbers are drawn in any order.
#pragma once

#include <cstdint>

namespace apsp {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014) as a hash of three numbers.
inline std::uint64_t hash_numbers(std::uint64_t seed, std::uint64_t i, std::uint64_t j) {
    std::uint64_t x =
        seed * 0x9E3779B97F4A7C15u + i * 0xD1B54A32D192ED03u + j * 0x8CB92BA72F3D8DD7u;
    for (int round = 0; round < 2; ++round) {
        x ^= x >> 30;
        x *= 0xBF58476D1CE4E5B9u;
        x ^= x >> 27;
        x *= 0x94D049BB133111EBu;
        x ^= x >> 31;
    }
    return x;
}

}  // namespace apsp

// Flags of vectorized comparisons, which are bytes, as bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace apsp {

/// Bit k is byte k, which is 0 or 1.
inline std::uint64_t packed_bits(const unsigned char (&flags)[64]) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 64; k += 8) {
        // The product moves the bit of each byte to its own place in the highest byte.
        std::uint64_t eight = 0;
        std::memcpy(&eight, flags + k, sizeof eight);
        word |= (eight * 0x0102040810204080 >> 56) << k;
    }
    return word;
}

}  // namespace apsp

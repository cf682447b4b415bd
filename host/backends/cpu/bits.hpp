// Truth values as bits, the first one lowest, and as bytes of 0 or 1.
#pragma once

#include <cstring>

#include "apsp/matrix.hpp"
#include "backends/cpu/kernels.hpp"

namespace apsp::cpu {

inline constexpr std::size_t kByteBits = 8;

// Both convert eight values at a time (on little-endian processors), by a multiplication that moves
// each byte's bit to its place exactly once. `count` is a multiple of eight.

/// The lowest bit of each byte.
inline void pack_bits(const unsigned char* bytes, unsigned char* bits, std::size_t count) {
    for (std::size_t j = 0; j < count; j += kByteBits) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes + j, sizeof eight);
        eight &= 0x0101010101010101;
        bits[j / kByteBits] = static_cast<unsigned char>(eight * 0x0102040810204080 >> 56);
    }
}
inline void unpack_bits(const unsigned char* bits, unsigned char* bytes, std::size_t count) {
    for (std::size_t j = 0; j < count; j += kByteBits) {
        const std::uint64_t apart =
            std::uint64_t{bits[j / kByteBits]} * 0x0101010101010101 & 0x8040201008040201;
        const std::uint64_t eight = (apart + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
        std::memcpy(bytes + j, &eight, sizeof eight);
    }
}

/// Clears these bits of a row.
inline void clear_bits(Bits* row, Range columns) {
    for (std::size_t w = columns.first / kBitsPerWord; w * kBitsPerWord < columns.last; ++w) {
        const std::size_t first = w * kBitsPerWord, last = first + kBitsPerWord;
        Bits keep = 0;
        if (first < columns.first) keep |= (Bits{1} << (columns.first - first)) - 1;
        if (columns.last < last) keep |= ~Bits{0} << (columns.last - first);
        row[w] &= keep;
    }
}

}  // namespace apsp::cpu

// See breadth_first.hpp.
#include "algorithms/breadth_first.hpp"

#include <cstring>

namespace apsp {
namespace {

/// Byte k of an entry is bit k of its index.
constexpr auto kSpreadBits = [] {
    std::array<std::uint64_t, 256> spread{};
    for (std::uint64_t number = 0; number < 256; ++number) {
        for (int k = 0; k < 8; ++k) spread[number] |= (number >> k & 1) << 8 * k;
    }
    return spread;
}();

/// Swaps the off-diagonal quadrants of each square of bits whose edge is 2 * Half.
template <std::size_t Half>
void swap_halves(std::uint64_t* words, std::uint64_t mask) {
    for (std::size_t first = 0; first < 64; first += 2 * Half) {
#pragma omp simd
        for (std::size_t k = first; k < first + Half; ++k) {
            const std::uint64_t swap = (words[k] >> Half ^ words[k + Half]) & mask;
            words[k] ^= swap << Half;
            words[k + Half] ^= swap;
        }
    }
}

}  // namespace

/// H. S. Warren, "Hacker's Delight", section 7-3.
void BitSquares::transpose() {
    for (std::uint64_t* words = words_.data(); words != words_.data() + words_.size();
         words += 64) {
        swap_halves<32>(words, 0x00000000ffffffff);
        swap_halves<16>(words, 0x0000ffff0000ffff);
        swap_halves<8>(words, 0x00ff00ff00ff00ff);
        swap_halves<4>(words, 0x0f0f0f0f0f0f0f0f);
        swap_halves<2>(words, 0x3333333333333333);
        swap_halves<1>(words, 0x5555555555555555);
    }
}

std::array<std::uint8_t, 64> BitSquares::bytes(std::size_t row, std::size_t first_plane) const {
    WordPair all[4] = {};  // each element has 8 bytes
    const std::size_t planes = words_.size() / 64;
    for (std::size_t p = first_plane; p < std::min(planes, first_plane + 8); ++p) {
        const std::uint64_t word = words_[64 * p + row];
        const auto bits = [&](int k) {
            return WordPair{kSpreadBits[word >> k & 255], kSpreadBits[word >> (k + 8) & 255]}
                   << (p - first_plane);
        };
        all[0] |= bits(0);
        all[1] |= bits(16);
        all[2] |= bits(32);
        all[3] |= bits(48);
    }
    std::array<std::uint8_t, 64> bytes;
    std::memcpy(bytes.data(), all, sizeof bytes);
    return bytes;
}

}  // namespace apsp

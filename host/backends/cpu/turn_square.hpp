// Turns a square of a matrix in registers.
#pragma once

#include <cstddef>
#include <cstring>
#include <utility>

#include "base/instruction_sets.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// The lower or the upper halves of two vectors, as cards are shuffled.
template <bool kUpper, class V, std::size_t... k>
V interleave(V a, V b, std::index_sequence<k...>) {
    constexpr std::size_t kCount = sizeof...(k);
    return __builtin_shufflevector(a, b, (k / 2 + k % 2 * kCount + kUpper * (kCount / 2))...);
}

/// kCount rows at `from` become columns at `to`: log2(kCount) times, the rows i and i + kCount / 2
/// are interleaved.
template <std::size_t kCount, class T>
void turn_square(const T* from, std::size_t ld, T* to, std::size_t ld_to) {
    constexpr auto kEach = std::make_index_sequence<kCount>();
    typedef T V __attribute__((vector_size(kCount * sizeof(T))));
    V rows[kCount];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kCount; ++i) std::memcpy(&rows[i], from + i * ld, sizeof(V));
#pragma GCC unroll 4
    for (std::size_t stage = 1; stage < kCount; stage *= 2) {
        V shuffled[kCount];
#pragma GCC unroll 16
        for (std::size_t i = 0; i < kCount / 2; ++i) {
            shuffled[2 * i] = interleave<false>(rows[i], rows[i + kCount / 2], kEach);
            shuffled[2 * i + 1] = interleave<true>(rows[i], rows[i + kCount / 2], kEach);
        }
#pragma GCC unroll 16
        for (std::size_t i = 0; i < kCount; ++i) rows[i] = shuffled[i];
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kCount; ++i) std::memcpy(to + i * ld_to, &rows[i], sizeof(V));
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

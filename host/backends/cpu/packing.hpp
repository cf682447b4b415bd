// The shape of the micro-kernel, and the operands in the order in which it reads them: B in panels
// of NR columns (k x NR elements), A in panels of MR rows (k x MR).
#pragma once

#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

template <class T>
constexpr bool kRepeated = !std::is_same_v<Left<T>, T>;

// MR, and the vectors per NR. With AVX-512, two vectors take the fewest loads. But an element of
// 32 bits or more can be an operand in memory, and multiply-adds want it so (see fused_plus_at);
// then one vector takes the fewest. With AVX2, 12 minima, two vectors of B, a sum and a broadcast
// fill the 16 registers; multiply-adds need one for the factor. NEON has 32, for 16 minima.
#ifdef APSP_MULTIPLY_ADD
constexpr bool kMultiplyAdd = true;
#else
constexpr bool kMultiplyAdd = false;
#endif
#ifdef __AVX512F__
template <class T>
constexpr std::size_t kVectors = kMultiplyAdd && !kRepeated<T> && !std::is_same_v<T, Bits> ? 1 : 2;
template <class T>
constexpr std::size_t kRows = 16 / kVectors<T>;  // MR
#else
template <class T>
constexpr std::size_t kVectors = 2;
template <class T>
#if defined(__AVX2__)
constexpr std::size_t kRows = kMultiplyAdd&& std::is_floating_point_v<T> ? 5 : 6;
#elif defined(__aarch64__)
constexpr std::size_t kRows = 8;
#else
constexpr std::size_t kRows = 4;
#endif
#endif
template <class T>
constexpr std::size_t kColumns{kLanes<T> * kVectors<T>};  // NR

/// `value`, repeated to fill the word.
template <class T>
Left<T> repeated(T value) {
    if constexpr (!kRepeated<T>) {
        return value;
    } else {
        constexpr std::uint32_t kOnes = sizeof(T) == 1 ? 0x01010101 : 0x00010001;
        return static_cast<std::make_unsigned_t<T>>(value) * kOnes;
    }
}

/// Packs one panel of A: MR rows of k elements become k groups of MR.
template <class T>
void pack_rows(const T* a, std::size_t lda, std::size_t k, Left<T>* panel) {
    for (std::size_t p = 0; p < k; ++p) {
        for (std::size_t r = 0; r < kRows<T>; ++r) {
            panel[p * kRows<T> + r] = repeated(a[r * lda + p]);
        }
    }
}

/// The same for bits: each becomes a word of all ones or all zeros.
template <>
void pack_rows(const Bits* a, std::size_t lda, std::size_t k, Bits* panel) {
    for (std::size_t p = 0; p < k; p += kBitsPerWord, ++a) {
        for (std::size_t bit = 0; bit < kBitsPerWord; ++bit, panel += kRows<Bits>) {
            for (std::size_t r = 0; r < kRows<Bits>; ++r) {
                panel[r] = Bits{0} - ((a[r * lda] >> bit) & 1);
            }
        }
    }
}

/// Packs part of a row of B into several panels, which are `stride` elements apart.
template <class T>
void pack_columns(const T* b, std::size_t columns, T* panel, std::size_t stride) {
    for (std::size_t j = 0; j < columns; j += kColumns<T>, panel += stride) {
        for (std::size_t v = 0; v < kVectors<T>; ++v) {
            store(panel + v * kLanes<T>, load(b + j + v * kLanes<T>));
        }
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

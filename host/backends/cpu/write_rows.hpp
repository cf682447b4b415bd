// Turns columns into rows of a matrix, in vectors of one instruction set.
#pragma once

#include <utility>

#include "backends/cpu/simd.hpp"

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

/// Edge of the squares that are turned in registers.
template <class T>
constexpr std::size_t kEdge = kVectorBytes < 16 * sizeof(T) ? kLanes<T> : 16;

/// See Kernels. Few rows are written at a time, each in a run of several lines of memory, and a
/// line at once: many streams would need more pages than a core's TLB holds.
template <class T>
void write_rows(const T* columns, std::size_t ld, std::size_t vertices, std::size_t count, T* to,
                std::size_t ld_to, bool past_caches) {
    constexpr std::size_t kLine = 64 / sizeof(T), kCount = kEdge<T>;
    alignas(64) T lines[kCount][kLine];
    for (std::size_t v = 0; v < vertices; v += kRun) {
        const std::size_t end = v + kRun < vertices ? v + kRun : vertices;
        for (std::size_t first = 0; first < count; first += kCount) {
            const std::size_t rows = count - first < kCount ? count - first : kCount;
            for (std::size_t j = v; j < end; j += kLine) {
                for (std::size_t part = 0; part < kLine; part += kCount) {
                    turn_square<kCount>(columns + (j + part) * ld + first, ld, &lines[0][part],
                                        kLine);
                }
                for (std::size_t i = 0; i < rows; ++i) {
                    T* const line = to + (first + i) * ld_to + j;
                    for (std::size_t k = 0; k < kLine; k += kLanes<T>) {
                        const Vec<T> all = load(lines[i] + k);
                        past_caches ? stream(line + k, all) : store(line + k, all);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

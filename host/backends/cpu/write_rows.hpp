// Turns columns into rows of a matrix, in vectors of one instruction set.
#pragma once

#include "backends/cpu/simd.hpp"
#include "backends/cpu/turn_square.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

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

// The sweep down an elimination tree, for one instruction set.
#pragma once

#include "backends/cpu/packing.hpp"
#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

// A row of targets has kSweepBytes; some vectors of it stay in registers while the list is walked.
template <Semiring S, class T>
void sweep(const Sweep<T>& s) {
    constexpr std::size_t kVectorsAtOnce = 4;
    constexpr std::size_t kAtOnce = kVectorsAtOnce * kLanes<T>;
    constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
    const Vec<T> one = opaque_one<T>();
    for (std::size_t x = s.n; x-- > s.end;) {
        const bool has_children = x > 0 && s.depth[x - 1] > s.depth[x];
        const T* const up = s.place[x] == kNone ? nullptr : s.up + s.place[x] * kTargets<T>;
        T* const path = s.path + s.depth[x] * kTargets<T>;
        T* const d = s.d + (s.vertex == nullptr ? x - s.end : s.vertex[x]) * s.ld;
        for (std::size_t j = 0; j < kTargets<T>; j += kAtOnce) {
            Vec<T> best[kVectorsAtOnce];
#pragma GCC unroll 8
            for (std::size_t v = 0; v < kVectorsAtOnce; ++v) {
                best[v] = up == nullptr ? broadcast(s.zero) : load(up + j + v * kLanes<T>);
            }
            for (std::size_t a = s.first[x]; a < s.first[x + 1]; ++a) {
                const Left<T> to = repeated(s.to[a]);
                const T* const above = s.path + s.depths[a] * kTargets<T> + j;
#pragma GCC unroll 8
                for (std::size_t v = 0; v < kVectorsAtOnce; ++v) {
                    best[v] = relax<S, T>(best[v], &to, load(above + v * kLanes<T>), one);
                }
            }
#pragma GCC unroll 8
            for (std::size_t v = 0; v < kVectorsAtOnce; ++v) {
                const std::size_t column = j + v * kLanes<T>;
                if (has_children) store(path + column, best[v]);
                if (column >= s.width) continue;
                s.past_caches ? stream(d + column, best[v]) : store(d + column, best[v]);
            }
        }
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

// Floyd-Warshall on small matrices, for one instruction set: many matrices side by side, one per
// lane, or one whose rows are vectors. Predecessors, if there are any, go with whatever is shorter.
#pragma once

#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// c <- c (+) a (x) b; where that is better, `p` takes the lanes of `via`.
template <Semiring S, class T, bool kPaths>
void relax_beside(T* c, T* p, Vec<T> a, Vec<T> b, Vec<T> via) {
    const Vec<T> sum = times<S, T>(a, b), before = load(c);
    if constexpr (kPaths) {
        const auto better = sum < before;
        store(c, better ? sum : before);
        store(p, better ? via : load(p));
    } else {
        store(c, plus<S, T>(before, sum));
    }
}

/// See Kernels::close_beside. Part of row k stays in registers while all rows are relaxed through
/// it.
template <Semiring S, class T, bool kPaths>
void close_lanes(T* d, T* p, std::size_t ld, std::size_t n) {
    constexpr std::size_t kLine = kBeside<T>, kAtOnce = kBesideColumns;
    for (std::size_t part = 0; part < kLine; part += kLanes<T>) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; j += kAtOnce) {
                const std::size_t row_k = (k * ld + j) * kLine + part;
                Vec<T> via[kAtOnce], via_p[kAtOnce] = {};
                for (std::size_t v = 0; v < kAtOnce; ++v) {
                    via[v] = load(d + row_k + v * kLine);
                    if constexpr (kPaths) via_p[v] = load(p + row_k + v * kLine);
                }
                for (std::size_t i = 0; i < n; ++i) {
                    const Vec<T> to_k = load(d + (i * ld + k) * kLine + part);
                    const std::size_t row = (i * ld + j) * kLine + part;
#pragma GCC unroll 8
                    for (std::size_t v = 0; v < kAtOnce; ++v) {
                        relax_beside<S, T, kPaths>(d + row + v * kLine,
                                                   kPaths ? p + row + v * kLine : nullptr, to_k,
                                                   via[v], via_p[v]);
                    }
                }
            }
        }
    }
}

template <Semiring S, class T>
void close_beside(T* d, T* p, std::size_t ld, std::size_t n) {
    if constexpr (S == Semiring::min_plus) {
        if (p != nullptr) return close_lanes<S, T, true>(d, p, ld, n);
    }
    close_lanes<S, T, false>(d, p, ld, n);
}

/// See Kernels::close_with_paths.
template <class T>
void close_with_paths(T* d, T* p, std::size_t ld, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            const T to_k = d[i * ld + k];
            if (to_k == infinity<T>()) continue;
            const Vec<T> a = broadcast(to_k);
            for (std::size_t j = 0; j < n; j += kLanes<T>) {
                relax_beside<Semiring::min_plus, T, true>(
                    d + i * ld + j, p + i * ld + j, a, load(d + k * ld + j), load(p + k * ld + j));
            }
        }
    }
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

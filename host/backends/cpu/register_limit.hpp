// What a core does at best: additions and minima on registers, with no memory in sight.
//
// Rates of `update` are quoted as shares of this; loads, stores and loops can only take away.
#pragma once

#include "backends/cpu/simd.hpp"

namespace apsp::cpu::APSP_ISA {
namespace {

/// Enough independent minima to hide the latency, few enough for 16 registers.
constexpr std::size_t kChains = 10;

template <Semiring S, class T>
double register_limit(std::size_t steps) {
    Vec<T> c[kChains];
    for (std::size_t r = 0; r < kChains; ++r) c[r] = broadcast(static_cast<T>(100 + r));
    Vec<T> a = broadcast(T{1});
    const Vec<T> b = broadcast(T{2});
    for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kChains; ++r) {
            APSP_IN_REGISTER(a);  // else the sum would be taken once for all chains
            c[r] = plus<S, T>(c[r], times<S, T>(a, b));
        }
    }
    for (std::size_t r = 0; r < kChains; ++r) APSP_IN_REGISTER(c[r]);
    return static_cast<double>(steps) * kChains * kLanes<T>;
}

}  // namespace
}  // namespace apsp::cpu::APSP_ISA

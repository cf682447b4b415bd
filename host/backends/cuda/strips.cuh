// Strips of values that the blocks of `close` pass each other: each element is written once, and
// its readers poll until it no longer holds the value for "not published".
#pragma once

#include <cstring>
#include <type_traits>

#include "backends/cuda/formats.cuh"
#include "backends/cuda/ptx.cuh"

namespace apsp::cuda {

/// The bits that a value is published as, and those for "not published": a NaN, or an integer that
/// no matrix holds.
template <class Value>
using Pattern = std::conditional_t<sizeof(Value) == 8, unsigned long long, unsigned>;
template <class Value>
constexpr Pattern<Value> kMissing = std::is_same_v<Value, int> ? 0x80000000u : ~Pattern<Value>{0};

template <class Value>
APSP_DEVICE Pattern<Value> to_bits(Value value) {
    // Around a negative cycle integers overflow and may reach the one that means "not published".
    if constexpr (std::is_same_v<Value, int>) value = larger(value, -0x7fffffff);
    Pattern<Value> bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}
template <class Value>
APSP_DEVICE Value from_bits(Pattern<Value> bits) {
    Value value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/// Reads N vectors of W values from `from(q)`, once all are published.
template <int N, int W, class Value, class From>
APSP_DEVICE void await(Value (&to)[N][W], From from) {
    Pattern<Value> bits[N][W];
    // About a second of polling: after that, the publisher must be gone.
    for (unsigned tries = 0; tries < 1u << 22; ++tries) {
        bool missing = false;
#pragma unroll
        for (int q = 0; q < N; ++q) load_shared_by_blocks(bits[q], from(q));
#pragma unroll
        for (int q = 0; q < N; ++q) {
#pragma unroll
            for (int e = 0; e < W; ++e) missing |= bits[q][e] == kMissing<Value>;
        }
        if (!missing) {
#pragma unroll
            for (int q = 0; q < N; ++q) {
#pragma unroll
                for (int e = 0; e < W; ++e) to[q][e] = from_bits<Value>(bits[q][e]);
            }
            return;
        }
    }
    fail();
}

/// How many of `each` vectors a thread awaits at once: a divisor, and no more than registers allow.
__host__ __device__ constexpr int awaited_of(int each) {
    int parts = 1;
    while (each % parts != 0 || each / parts > 12) ++parts;
    return each / parts;
}
/// Copies vectors of 16 bytes, dealt to kThreads threads, to `to`, once they are published. `from`
/// tells where the value with a number is.
template <int kVectors, int kThreads, class Value, class From>
APSP_DEVICE void bring(Value* to, int thread, From from) {
    constexpr int V = 16 / sizeof(Value), kEach = kVectors / kThreads, kN = awaited_of(kEach);
    static_assert(kEach * kThreads == kVectors);
    const auto at = [&](int q) { return (thread + q * kThreads) * V; };
#pragma unroll
    for (int first = 0; first < kEach; first += kN) {
        Value vectors[kN][V];
        await(vectors, [&](int q) { return from(at(first + q)); });
#pragma unroll
        for (int q = 0; q < kN; ++q) write<V>(to + at(first + q), vectors[q]);
    }
}

template <int W, class Value>
APSP_DEVICE void publish(Value* to, const Value (&values)[W]) {
    Pattern<Value> bits[W];
#pragma unroll
    for (int e = 0; e < W; ++e) bits[e] = to_bits(values[e]);
    store_shared_by_blocks(to, bits);
}

/// Sets every value of a pair of strips to "not published".
template <class Value>
__global__ void clear_strips(Value* strips, std::size_t values) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < values;
         i += std::size_t{gridDim.x} * blockDim.x) {
        strips[i] = from_bits<Value>(kMissing<Value>);
    }
}

}  // namespace apsp::cuda

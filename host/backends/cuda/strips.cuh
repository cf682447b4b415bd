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

template <class Value, int N, int V>
APSP_DEVICE bool any_missing(const Pattern<Value> (&bits)[N][V]) {
    // One minimum or maximum per value, instead of a comparison.
    using Ordered = std::conditional_t<std::is_same_v<Value, int>, int, Pattern<Value>>;
    Ordered extreme = static_cast<Ordered>(bits[0][0]);
#pragma unroll
    for (int q = 0; q < N; ++q) {
#pragma unroll
        for (int e = 0; e < V; ++e) {
            const auto value = static_cast<Ordered>(bits[q][e]);
            extreme = std::is_same_v<Value, int> ? min(extreme, value) : max(extreme, value);
        }
    }
    return extreme == static_cast<Ordered>(kMissing<Value>);
}

// How kThreads threads get vectors of 16 bytes to shared memory. `look` reads those of a thread,
// `await` reads them again until all are published, and `keep` writes them. from(e) is where the
// value with number e comes from.

template <int kThreads, class Value, int N, int V, class From>
APSP_DEVICE void look(Pattern<Value> (&bits)[N][V], int thread, From from) {
#pragma unroll
    for (int q = 0; q < N; ++q) load_shared_by_blocks(bits[q], from((thread + q * kThreads) * V));
}
template <int kThreads, class Value, int N, int V, class From>
APSP_DEVICE void await(Pattern<Value> (&bits)[N][V], int thread, From from) {
    // About a second of polling: after that, the publisher must be gone.
#pragma unroll 1
    for (unsigned tries = 0; any_missing<Value>(bits); ++tries) {
        if (tries == 1u << 22) fail();
        look<kThreads, Value>(bits, thread, from);
    }
}
template <int kThreads, class Value, int N, int V>
APSP_DEVICE void keep(Value* to, const Pattern<Value> (&bits)[N][V], int thread) {
#pragma unroll
    for (int q = 0; q < N; ++q) {
        Value values[V];
#pragma unroll
        for (int e = 0; e < V; ++e) values[e] = from_bits<Value>(bits[q][e]);
        write<V>(to + (thread + q * kThreads) * V, values);
    }
}

template <int W, class Value>
APSP_DEVICE void publish(Value* to, const Value (&values)[W]) {
    Pattern<Value> bits[W];
#pragma unroll
    for (int e = 0; e < W; ++e) bits[e] = to_bits(values[e]);
    store_shared_by_blocks(to, bits);
}

/// Sets `count` values of two strips, from `first` on, to "not published", by threads of which this
/// one has the number `thread`.
template <class Value>
APSP_DEVICE void clear(Value* strips, Value* others, unsigned first, unsigned count,
                       unsigned thread, unsigned threads) {
    constexpr unsigned V = 16 / sizeof(Value);
    Value missing[V];
#pragma unroll
    for (Value& value : missing) value = from_bits<Value>(kMissing<Value>);
    for (unsigned i = first / V + thread; i < (first + count) / V; i += threads) {
        write<V>(strips + i * V, missing);
        write<V>(others + i * V, missing);
    }
}
/// Sets every value of strips to "not published".
template <class Value>
__global__ void clear_strips(Value* strips, std::size_t values) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < values;
         i += std::size_t{gridDim.x} * blockDim.x) {
        strips[i] = from_bits<Value>(kMissing<Value>);
    }
}

}  // namespace apsp::cuda

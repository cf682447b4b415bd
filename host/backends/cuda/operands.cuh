// Operands of a product. A is packed k-major, so that `update` loads along rows i, and so that it
// reads a snapshot of the rows of D that it also writes. B is copied to words, unless rows of D are
// words already.
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {

/// Each block packs a square.
template <class Ring>
__global__ void __launch_bounds__(kThreads) pack(const Pack p) {
    using Word = typename Ring::Word;
    constexpr unsigned S = kSquare;
    __shared__ Word square[S * (S + 1)];
    unsigned row = blockIdx.y * S;
    const unsigned pivot = blockIdx.x * S;
    if (row >= p.gap_at) row += p.gap;
    const auto* from = static_cast<const typename Ring::Stored*>(p.from) + row * p.ld_from;
#pragma unroll
    for (unsigned e = threadIdx.x; e < S * S; e += kThreads) {
        square[e / S * (S + 1) + e % S] = Ring::operand(from + e / S * p.ld_from, pivot + e % S);
    }
    __syncthreads();
    auto* to = static_cast<Word*>(p.to) + pivot * p.ld_to + row;
#pragma unroll
    for (unsigned e = threadIdx.x; e < S * S; e += kThreads) {
        to[e / S * p.ld_to + e % S] = square[e % S * (S + 1) + e / S];
    }
}

template <class Ring>
__global__ void __launch_bounds__(kThreads) copy(const Copy p) {
    using Word = typename Ring::Word;
    constexpr unsigned V = 16 / sizeof(Word);
    const unsigned word = (blockIdx.x * kThreads + threadIdx.x) * V;
    if (word >= p.words) return;
    const auto* from = static_cast<const typename Ring::Stored*>(p.from);
    typename Ring::Stored stored[V];
    read<V>(stored, from + blockIdx.y * p.ld_from + word);
    Word words[V];
#pragma unroll
    for (unsigned e = 0; e < V; ++e) words[e] = Ring::word(stored[e]);
    write<V>(static_cast<Word*>(p.to) + blockIdx.y * p.ld_to + word, words);
}

}  // namespace apsp::cuda

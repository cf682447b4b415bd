// Floyd-Warshall on many small matrices, which lie one after the other in memory. Each is held in
// the registers of some threads, so device memory is read and written once. See
// kernels_cl/batch_gpu.cl.
#pragma once

#include "backends/batch_shape.hpp"
#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/matrix.cuh"

namespace apsp::cuda {

/// One column of a word, repeated in every column.
template <class W>
APSP_DEVICE W spread(W word, int) {
    return word;
}
APSP_DEVICE Halves spread(Halves word, int column) {
    return {__byte_perm(word.bits, 0, column == 0 ? 0x1010 : 0x3232)};
}

/// c = min(c, a + b), and p = via where a + b is smaller.
template <class W>
APSP_DEVICE void relax_path(W& c, W& p, W a, W b, W via) {
    const W through = sum(a, b);
    const bool is_shorter = number(through) < number(c);
    c = is_shorter ? through : c;
    p = is_shorter ? via : p;
}
APSP_DEVICE void relax_path(Halves& c, Halves& p, Halves a, Halves b, Halves via) {
    const Halves through = sum(a, b);
    const unsigned is_shorter = __vcmplts2(through.bits, c.bits);
    c.bits = smaller(through, c).bits;
    p.bits = (p.bits & ~is_shorter) | (via.bits & is_shorter);
}

/// A thread's part of a matrix, R x R words: chunks of V rows, and of V words of a row, assigned to
/// the threads round-robin.
template <class Ring, int R>
struct MicroTile {
    using Word = typename Ring::Word;
    using Stored = typename Ring::Stored;
    static constexpr int V = 16 / sizeof(Word);
    /// Whether matrices always fill the tiles. Then no bounds are checked: checks would keep loads
    /// from being issued together.
    static constexpr bool kWhole = R * Ring::kColumns <= kBatchEdges;

    Word at[R][R] = {};

    /// The row, or word of a row, that thread t holds at index i.
    static __device__ unsigned place(unsigned t, int i, unsigned threads) {
        return (t + i / V * threads) * V + i % V;
    }
    static __device__ void publish(Word* to, unsigned t, unsigned threads, const Word (&own)[R]) {
#pragma unroll
        for (int i = 0; i < R; i += V) write<V>(to + place(t, i, threads), own + i);
    }
    /// Publishes a column, spread.
    __device__ void publish(Word* to, unsigned t, unsigned threads, int word, int column) const {
        Word own[R];
#pragma unroll
        for (int i = 0; i < R; ++i) own[i] = spread(at[i][word], column);
        publish(to, t, threads, own);
    }
    static __device__ void look_up(Word (&own)[R], const Word* from, unsigned t, unsigned threads) {
#pragma unroll
        for (int i = 0; i < R; i += V) read<V>(own + i, from + place(t, i, threads));
    }

    /// Loads from a matrix of `rows` rows of `words` words, and skips what lies outside.
    __device__ void load(const Stored* d, unsigned rows, unsigned words, uint2 t, uint2 threads) {
#pragma unroll
        for (int i = 0; i < R; ++i) {
#pragma unroll
            for (int j = 0; j < R; j += V) {
                const unsigned row = place(t.y, i, threads.y), word = place(t.x, j, threads.x);
                if (!kWhole && (row >= rows || word >= words)) continue;
                Stored stored[V];
                read<V>(stored, d + row * words + word);
#pragma unroll
                for (int v = 0; v < V; ++v) at[i][j + v] = Ring::word(stored[v]);
            }
        }
    }
    __device__ void store(Stored* d, unsigned rows, unsigned words, uint2 t, uint2 threads) const {
#pragma unroll
        for (int i = 0; i < R; ++i) {
#pragma unroll
            for (int j = 0; j < R; j += V) {
                const unsigned row = place(t.y, i, threads.y), word = place(t.x, j, threads.x);
                if (!kWhole && (row >= rows || word >= words)) continue;
                Stored stored[V];
#pragma unroll
                for (int v = 0; v < V; ++v) stored[v] = Ring::stored(at[i][j + v]);
                write<V>(d + row * words + word, stored);
            }
        }
    }
};

template <class Ring, bool kPaths>
__global__ void __launch_bounds__(kMostBatchItems)
    close_batch(typename Ring::Stored* d, unsigned matrices, unsigned edge, unsigned sx,
                unsigned sy) {
    using Word = typename Ring::Word;
    constexpr int R = kBatchMicro<sizeof(Word), kPaths>, L = Ring::kColumns;
    using Tile = MicroTile<Ring, R>;
    constexpr int V = Tile::V, kChunk = V * L;  // pivots
    extern __shared__ __align__(16) unsigned char near[];
    const unsigned items = sx * sy, own = threadIdx.x / items, index = threadIdx.x % items;
    const uint2 t = {index % sx, index / sx}, threads = {sx, sy};
    const unsigned words = edge / L;
    const std::size_t matrix = std::size_t{blockIdx.x} * (blockDim.x / items) + own;
    const unsigned rows = matrix < matrices ? edge : 0;
    Word* const line = reinterpret_cast<Word*>(near) + own * (6 * R + V) * sy;
    d += matrix * (kPaths ? 2 : 1) * edge * words;
    Tile distances, last;
    if (rows != 0) {
        distances.load(d, rows, words, t, threads);
        if constexpr (kPaths) last.load(d + edge * words, rows, words, t, threads);
    }

    // Read again after the loop; otherwise the parts of addresses would stay in registers
    // throughout.
    auto* const kept = reinterpret_cast<unsigned*>(line + (6 * R) * sy);
    if (index == 0) *kept = rows;

    // The threads that hold a pivot's row and column publish them, the column spread.
    unsigned cur = 0;
#pragma unroll
    for (int f = 0; f < R / V; ++f) {
#pragma unroll 1
        for (unsigned o = 0; o < sx && (f * sx + o) * kChunk < edge; ++o) {
#pragma unroll
            for (int h = 0; h < kChunk; ++h) {
                Word* const row = line + cur * (3 * R) * sy;
                Word* const via = row + R * sx;
                Word* const col = row + 2 * R * sy;
                if (t.y == o * L + h / V) {
                    Tile::publish(row, t.x, sx, distances.at[f * V + h % V]);
                    if constexpr (kPaths) Tile::publish(via, t.x, sx, last.at[f * V + h % V]);
                }
                if (t.x == o) distances.publish(col, t.y, sy, f * V + h / L, h % L);
                __syncthreads();
                Word from_k[R], last_k[R], to_k[R];
                Tile::look_up(from_k, row, t.x, sx);
                Tile::look_up(to_k, col, t.y, sy);
                if constexpr (kPaths) Tile::look_up(last_k, via, t.x, sx);
#pragma unroll
                for (int i = 0; i < R; ++i) {
#pragma unroll
                    for (int j = 0; j < R; ++j) {
                        Word& d_ij = distances.at[i][j];
                        if constexpr (kPaths) {
                            relax_path(d_ij, last.at[i][j], to_k[i], from_k[j], last_k[j]);
                        } else {
                            d_ij = relax<Ring::kSemiring>(d_ij, to_k[i], from_k[j]);
                        }
                    }
                }
                cur ^= 1;
            }
        }
    }
    const unsigned to_rows = *kept, to_words = to_rows / L;
    if (to_rows == 0) return;
    distances.store(d, to_rows, to_words, t, threads);
    if constexpr (kPaths) last.store(d + to_rows * to_words, to_rows, to_words, t, threads);
}

}  // namespace apsp::cuda

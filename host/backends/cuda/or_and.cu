// Reachability: 32 vertices per word.
//
// Products are those of every other semiring; relaxing 32 columns is one instruction. A square of
// 512 is closed by one block, which holds it in registers, one row per thread.
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/operands.cuh"
#include "backends/cuda/update.cuh"

namespace apsp::cuda {
namespace {

using Reach = Ring<Semiring::or_and, TruthValues>;
using Update = UpdateShape<128, 64, 8, 8, 16, 1, 3, 3, 8>;

constexpr unsigned kClose = 512;  // rows, and columns, of a square that is closed

/// Warshall's algorithm: a vertex that reaches k reaches all that k reaches. Row k is published by
/// its thread; with two buffers, one barrier per step is enough.
__global__ void __launch_bounds__(kClose) close_bits(const Closing p) {
    constexpr unsigned W = kClose / 32;
    __shared__ __align__(16) unsigned line[2][W];
    const unsigned i = threadIdx.x, words = p.size / 32;
    unsigned* const row = static_cast<unsigned*>(p.d) + i * p.ld;
    unsigned mine[W];
#pragma unroll
    for (unsigned w = 0; w < W; ++w) mine[w] = i < p.size && w < words ? row[w] : 0;

#pragma unroll
    for (unsigned w = 0; w < W; ++w) {
        if (w >= words) break;
#pragma unroll 2
        for (unsigned bit = 0; bit < 32; ++bit) {
            unsigned* const reached = line[bit % 2];
            if (i == w * 32 + bit) {
#pragma unroll
                for (unsigned v = 0; v < W; v += 4) write<4>(reached + v, mine + v);
            }
            __syncthreads();
            const unsigned mask = 0u - (mine[w] >> bit & 1u);
#pragma unroll
            for (unsigned v = 0; v < W; v += 4) {
                unsigned more[4];
                read<4>(more, reached + v);
#pragma unroll
                for (unsigned e = 0; e < 4; ++e) mine[v + e] |= more[e] & mask;
            }
        }
    }
#pragma unroll
    for (unsigned w = 0; w < W; ++w) {
        if (i < p.size && w < words) row[w] = mine[w];
    }
}

const ProductShape kProductShapes[] = {product_shape<Reach, Update>()};
const ClosingShape kClosingShapes[] = {
    {32, kClose, kClose, 0, kClose, 0, true, address(close_bits)},
    {64, kClose, kClose, 0, kClose, 0, true, address(close_bits)},
};

}  // namespace

const Kernels kOrAndU8 = {.columns = Reach::kColumns,
                          .word_bytes = sizeof(Bits),
                          .value_bytes = 0,
                          .rows_are_operands = true,
                          .product_shapes = kProductShapes,
                          .closing_shapes = kClosingShapes,
                          .pack = address(pack<Reach>),
                          .copy = address(copy<Reach>),
                          .clear_strips = nullptr};

}  // namespace apsp::cuda

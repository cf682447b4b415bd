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

/// A step of Floyd-Warshall; ld in words. Words that hold column k change, but its bits do not.
__global__ void __launch_bounds__(kThreads)
    fw_step_bits(unsigned* d, std::size_t ld, std::size_t k) {
    const std::size_t i = blockIdx.y;
    const std::size_t w = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
    if (i == k || w >= ld) return;
    if ((d[i * ld + k / 32] >> k % 32 & 1u) != 0) d[i * ld + w] |= d[k * ld + w];
}

/// Clears the bits of a rectangle; ld in words, the rest in cells.
__global__ void clear_bits(unsigned* d, std::size_t ld, std::size_t row, std::size_t column,
                           std::size_t rows, std::size_t columns) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t in_row = (column + columns + 31) / 32 - column / 32, words = rows * in_row;
    for (std::size_t e = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; e < words; e += step) {
        const std::size_t w = column / 32 + e % in_row;
        // Rectangles end where rows do, so only the first word can be a partial one.
        const unsigned keep = w * 32 < column ? (1u << column % 32) - 1 : 0u;
        d[(row + e / in_row) * ld + w] &= keep;
    }
}

/// Packs 32 bytes each, zero or not, into words, of which rows have `width`, `pitch` apart.
__global__ void __launch_bounds__(kThreads)
    pack_cells(const uint4* cells, unsigned* bits, std::size_t words, std::size_t width,
               std::size_t pitch) {
    const std::size_t w = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
    if (w >= words) return;
    unsigned word = 0;
#pragma unroll
    for (unsigned half = 0; half < 2; ++half) {
        const uint4 v = cells[w * 2 + half];
        const unsigned four[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (unsigned e = 0; e < 16; ++e) {
            word |= ((four[e / 4] >> e % 4 * 8 & 0xffu) != 0 ? 1u : 0u) << (half * 16 + e);
        }
    }
    bits[w / width * pitch + w % width] = word;
}

__global__ void __launch_bounds__(kThreads)
    unpack_cells(uint4* cells, const unsigned* bits, std::size_t words, std::size_t width,
                 std::size_t pitch) {
    const std::size_t w = std::size_t{blockIdx.x} * kThreads + threadIdx.x;
    if (w >= words) return;
    const unsigned word = bits[w / width * pitch + w % width];
#pragma unroll
    for (unsigned half = 0; half < 2; ++half) {
        unsigned four[4] = {};
#pragma unroll
        for (unsigned e = 0; e < 16; ++e) {
            four[e / 4] |= (word >> (half * 16 + e) & 1u) << e % 4 * 8;
        }
        cells[w * 2 + half] = make_uint4(four[0], four[1], four[2], four[3]);
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
                          .clear_strips = nullptr,
                          .fill = address(clear_bits),
                          .transpose = nullptr,
                          .fw_step = address(fw_step_bits),
                          .step_cells = 1,
                          .go_up = nullptr,
                          .go_down = nullptr,
                          .close_batch = nullptr,
                          .close_batch_with_paths = nullptr};

const BitKernels kBitKernels = {address(pack_cells), address(unpack_cells)};

}  // namespace apsp::cuda

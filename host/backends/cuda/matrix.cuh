// What solves need beside the blocked operations: filling, mirroring, and a step of Floyd-Warshall.
// Sizes are in cells.
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {

template <class Ring>
constexpr auto kZero = zero<typename Ring::Cell>(Ring::kSemiring);

template <class Ring>
__global__ void fill(typename Ring::Cell* d, std::size_t ld, std::size_t row, std::size_t column,
                     std::size_t rows, std::size_t columns) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < rows * columns;
         i += step) {
        d[(row + i / columns) * ld + column + i % columns] = kZero<Ring>;
    }
}

/// to[i][j] <- from[j][i], from (row, column) and (from_row, from_column) on; if `below`, only for
/// j < first + i. Each block transposes a square.
template <class Cell>
__global__ void __launch_bounds__(kThreads)
    transpose(Cell* to, std::size_t ld, std::size_t row, std::size_t column, const Cell* from,
              std::size_t from_ld, std::size_t from_row, std::size_t from_column, bool below,
              std::size_t first) {
    constexpr unsigned S = kSquare;
    __shared__ Cell square[S][S + 1];
    const std::size_t down = std::size_t{blockIdx.y} * S, right = std::size_t{blockIdx.x} * S;
    const std::size_t i0 = row + down, j0 = column + right;
    if (below && j0 > first + i0) return;
    from += (from_row + right) * from_ld + from_column + down;
    const unsigned x = threadIdx.x % S;
    for (unsigned y = threadIdx.x / S; y < S; y += kThreads / S) {
        square[y][x] = from[y * from_ld + x];
    }
    __syncthreads();
    for (unsigned y = threadIdx.x / S; y < S; y += kThreads / S) {
        if (!below || j0 + x < first + i0 + y) to[(i0 + y) * ld + j0 + x] = square[x][y];
    }
}

/// Cells per thread.
template <class Ring>
constexpr unsigned kStepCells = 16 / sizeof(typename Ring::Cell);

/// Paths may now go through vertex k. Each thread relaxes 16 bytes of cells of a row. Row k and
/// column k, which other threads read, do not change in step k: the row is left alone, and the
/// column is written back unchanged.
template <class Ring>
__global__ void __launch_bounds__(kThreads)
    fw_step(typename Ring::Cell* d, std::size_t ld, std::size_t k) {
    using Cell = typename Ring::Cell;
    constexpr unsigned N = kStepCells<Ring>;
    const std::size_t i = blockIdx.y;
    const std::size_t j = (std::size_t{blockIdx.x} * kThreads + threadIdx.x) * N;
    if (i == k || j >= ld) return;

    Cell* const cells = d + i * ld + j;
    const auto to_k = Ring::value(d[i * ld + k]);
    Cell from_k[N], old[N], relaxed[N];
    read<N>(from_k, d + k * ld + j);
    read<N>(old, cells);
#pragma unroll
    for (unsigned e = 0; e < N; ++e) {
        relaxed[e] = j + e == k ? old[e]
                                : Ring::cell(relax<Ring::kSemiring>(Ring::value(old[e]), to_k,
                                                                    Ring::value(from_k[e])));
    }
    write<N>(cells, relaxed);
}

}  // namespace apsp::cuda

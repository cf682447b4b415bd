// What every solve needs of the matrix, whatever the algorithm; in cells.
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

/// D[i][j] <- D[j][i] for j < i; a block mirrors a square.
template <class Cell>
__global__ void __launch_bounds__(kThreads)
    mirror(Cell* d, std::size_t ld, std::size_t row, std::size_t column) {
    constexpr unsigned S = kSquare;
    __shared__ Cell square[S][S + 1];
    const std::size_t i0 = row + blockIdx.y * S, j0 = column + blockIdx.x * S;
    if (j0 > i0) return;
    const unsigned x = threadIdx.x % S;
    for (unsigned y = threadIdx.x / S; y < S; y += kThreads / S) {
        square[y][x] = d[(j0 + y) * ld + i0 + x];
    }
    __syncthreads();
    for (unsigned y = threadIdx.x / S; y < S; y += kThreads / S) {
        if (j0 + x < i0 + y) d[(i0 + y) * ld + j0 + x] = square[x][y];
    }
}

}  // namespace apsp::cuda

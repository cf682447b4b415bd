// What every solve needs of the matrix, whatever the algorithm; in cells.
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/launch.cuh"

namespace apsp::cuda {

constexpr unsigned kCellThreads = 256;

template <class Cell>
__global__ void fill(Cell* d, std::size_t ld, std::size_t columns, std::size_t cells, Cell value) {
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < cells; i += step) {
        d[i / columns * ld + i % columns] = value;
    }
}

constexpr unsigned kMirrorSquare = 32;

/// D[i][j] <- D[j][i] for j < i; a block mirrors a square.
template <class Cell>
__global__ void __launch_bounds__(kCellThreads)
    mirror(Cell* d, std::size_t ld, std::size_t row, std::size_t column) {
    constexpr unsigned S = kMirrorSquare;
    __shared__ Cell square[S][S + 1];
    const std::size_t i0 = row + blockIdx.y * S, j0 = column + blockIdx.x * S;
    if (j0 > i0) return;
    const unsigned x = threadIdx.x % S;
    for (unsigned y = threadIdx.x / S; y < S; y += kCellThreads / S) {
        square[y][x] = d[(j0 + y) * ld + i0 + x];
    }
    __syncthreads();
    for (unsigned y = threadIdx.x / S; y < S; y += kCellThreads / S) {
        if (j0 + x < i0 + y) d[(i0 + y) * ld + j0 + x] = square[x][y];
    }
}

template <class Cell>
cudaError_t launch_fill(void* d, std::size_t ld, std::size_t row, std::size_t column,
                        std::size_t rows, std::size_t columns, Cell value, cudaStream_t stream) {
    const std::size_t cells = rows * columns;
    const unsigned blocks = blocks_for(cells, kCellThreads);
    return launch({blocks < 4096 ? blocks : 4096, 1, kCellThreads, 0, stream}, fill<Cell>,
                  static_cast<Cell*>(d) + row * ld + column, ld, columns, cells, value);
}

template <class Cell>
cudaError_t launch_mirror(void* d, std::size_t ld, std::size_t row, std::size_t column,
                          std::size_t rows, std::size_t columns, cudaStream_t stream) {
    return launch({static_cast<unsigned>(columns / kMirrorSquare),
                   static_cast<unsigned>(rows / kMirrorSquare), kCellThreads, 0, stream},
                  mirror<Cell>, static_cast<Cell*>(d), ld, row, column);
}

}  // namespace apsp::cuda

// The ladder's blocked kernels; see classic.cl and wide.cl of kernels_cl/ladder.
#pragma once

#include "backends/cuda/ladder_steps.cuh"

namespace apsp::cuda {

/// Where a cell of a launch is, `columns` and `rows` of them a block.
APSP_DEVICE std::size_t row_of(const Rectangle& p, std::size_t rows) {
    const std::size_t i = p.row + blockIdx.y * rows;
    return i >= p.row_gap_at ? i + p.row_gap : i;
}
APSP_DEVICE std::size_t column_of(const Rectangle& p, std::size_t columns) {
    const std::size_t j = p.column + blockIdx.x * columns;
    return j >= p.column_gap_at ? j + p.column_gap : j;
}

/// A tile a block, a cell a thread. Transposed, neighbouring threads are a row apart: in shared
/// memory in one bank, and in global memory in lines of their own.
template <unsigned kTile, bool kTransposed>
APSP_DEVICE unsigned x_of_thread() {
    return kTransposed ? threadIdx.x / kTile : threadIdx.x % kTile;
}
template <unsigned kTile, bool kTransposed>
APSP_DEVICE unsigned y_of_thread() {
    return kTransposed ? threadIdx.x % kTile : threadIdx.x / kTile;
}

template <class Ring, unsigned kTile, bool kTransposed>
__global__ void __launch_bounds__(kTile* kTile)
    classic_close(typename Ring::Cell* d, std::size_t ld, std::size_t first) {
    __shared__ typename Ring::Cell tile[kTile][kTile];
    const unsigned x = x_of_thread<kTile, kTransposed>(), y = y_of_thread<kTile, kTransposed>();
    typename Ring::Cell* const cell = d + (first + y) * ld + first + x;
    typename Ring::Cell mine = *cell;
    tile[y][x] = mine;
    __syncthreads();
    for (unsigned k = 0; k < kTile; ++k) {
        mine = relaxed<Ring>(mine, tile[y][k], tile[k][x]);
        __syncthreads();
        tile[y][x] = mine;
        __syncthreads();
    }
    *cell = mine;
}

template <class Ring, unsigned kTile, bool kTransposed>
__global__ void __launch_bounds__(kTile* kTile) classic_update(const Rectangle p) {
    __shared__ typename Ring::Cell a[kTile][kTile];
    __shared__ typename Ring::Cell b[kTile][kTile];
    const std::size_t i0 = row_of(p, kTile), j0 = column_of(p, kTile);
    if (p.upper && j0 < i0) return;  // the whole block
    const unsigned x = x_of_thread<kTile, kTransposed>(), y = y_of_thread<kTile, kTransposed>();
    typename Ring::Cell* const d = static_cast<typename Ring::Cell*>(p.d);
    typename Ring::Cell* const cell = d + (i0 + y) * p.ld + j0 + x;
    a[y][x] = d[(i0 + y) * p.ld + p.via + x];
    b[y][x] = d[(p.via + y) * p.ld + j0 + x];
    // In phase 2 the cells are an operand: all of it has been read before any is written.
    __syncthreads();
    typename Ring::Cell c = *cell;
#pragma unroll 8
    for (unsigned k = 0; k < kTile; ++k) c = relaxed<Ring>(c, a[y][k], b[k][x]);
    *cell = c;
}

template <class Ring>
__global__ void __launch_bounds__(kWidest) wide_one(const Rectangle p) {
    const std::size_t i = row_of(p, 1), j0 = column_of(p, blockDim.x), j = j0 + threadIdx.x;
    if ((p.upper && j0 + blockDim.x <= i) || i == p.via || j == p.via) return;
    typename Ring::Cell* const d = static_cast<typename Ring::Cell*>(p.d);
    d[i * p.ld + j] = relaxed<Ring>(d[i * p.ld + j], d[i * p.ld + p.via], d[p.via * p.ld + j]);
}

template <class Ring>
__global__ void __launch_bounds__(kWidest) wide_all(const Rectangle p) {
    __shared__ typename Ring::Cell a[kWidest];
    const std::size_t i = row_of(p, 1), j0 = column_of(p, blockDim.x), j = j0 + threadIdx.x;
    if (p.upper && j0 + blockDim.x <= i) return;  // the whole block
    typename Ring::Cell* const d = static_cast<typename Ring::Cell*>(p.d);
    for (unsigned k = threadIdx.x; k < p.pivots; k += blockDim.x) a[k] = d[i * p.ld + p.via + k];
    __syncthreads();
    typename Ring::Cell c = d[i * p.ld + j];
    for (unsigned k = 0; k < p.pivots; ++k) {
        c = relaxed<Ring>(c, a[k], d[(p.via + k) * p.ld + j]);
    }
    d[i * p.ld + j] = c;
}

constexpr unsigned kMirrored = 16;  // edge of the squares of `mirror_cells`

template <class Cell>
__global__ void __launch_bounds__(kMirrored* kMirrored) mirror_cells(const Rectangle p) {
    const std::size_t i = row_of(p, kMirrored) + threadIdx.x / kMirrored;
    const std::size_t j = column_of(p, kMirrored) + threadIdx.x % kMirrored;
    Cell* const d = static_cast<Cell*>(p.d);
    if (j < i) d[i * p.ld + j] = d[j * p.ld + i];
}

}  // namespace apsp::cuda

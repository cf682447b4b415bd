// The ladder's blocked kernels; see classic.cl and wide.cl of kernels_cl/ladder.
#pragma once

#include "backends/cuda/kernels.hpp"
#include "backends/cuda/ladder_steps.cuh"

namespace apsp::cuda {

constexpr unsigned kWidest = 512;

/// The row or column that is number `at` when the gap is not counted.
APSP_DEVICE std::size_t past_gap(std::size_t at, std::size_t gap_at, std::size_t gap) {
    return at >= gap_at ? at + gap : at;
}

/// One tile per block, one cell per thread. When transposed, neighbouring threads are a row apart:
/// in one bank of shared memory, and in separate lines of global memory.
template <bool kTransposed>
APSP_DEVICE unsigned x_of_thread() {
    return kTransposed ? threadIdx.y : threadIdx.x;
}
template <bool kTransposed>
APSP_DEVICE unsigned y_of_thread() {
    return kTransposed ? threadIdx.x : threadIdx.y;
}

template <class Ring, unsigned kTile, bool kTransposed>
__global__ void __launch_bounds__(kTile* kTile)
    classic_close(typename Ring::Cell* d, std::size_t ld, std::size_t first) {
    __shared__ typename Ring::Cell tile[kTile][kTile];
    const unsigned x = x_of_thread<kTransposed>(), y = y_of_thread<kTransposed>();
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
__global__ void __launch_bounds__(kTile* kTile)
    classic_update(typename Ring::Cell* d, std::size_t ld, std::size_t via, std::size_t row,
                   std::size_t row_gap_at, std::size_t row_gap, std::size_t column,
                   std::size_t column_gap_at, std::size_t column_gap, unsigned upper) {
    __shared__ typename Ring::Cell a[kTile][kTile];
    __shared__ typename Ring::Cell b[kTile][kTile];
    const std::size_t i0 = past_gap(row + blockIdx.y * kTile, row_gap_at, row_gap);
    const std::size_t j0 = past_gap(column + blockIdx.x * kTile, column_gap_at, column_gap);
    if (upper && j0 < i0) return;  // the whole block
    const unsigned x = x_of_thread<kTransposed>(), y = y_of_thread<kTransposed>();
    typename Ring::Cell* const cell = d + (i0 + y) * ld + j0 + x;
    a[y][x] = d[(i0 + y) * ld + via + x];
    b[y][x] = d[(via + y) * ld + j0 + x];
    // In phase 2 the cells are an operand, too, which must be read whole before any is written.
    __syncthreads();
    typename Ring::Cell c = *cell;
#pragma unroll 8
    for (unsigned k = 0; k < kTile; ++k) c = relaxed<Ring>(c, a[y][k], b[k][x]);
    *cell = c;
}

template <class Ring>
__global__ void __launch_bounds__(kWidest)
    wide_one(typename Ring::Cell* d, std::size_t ld, std::size_t via, std::size_t row,
             std::size_t row_gap_at, std::size_t row_gap, std::size_t column,
             std::size_t column_gap_at, std::size_t column_gap, unsigned upper) {
    const std::size_t i = past_gap(row + blockIdx.y, row_gap_at, row_gap);
    const std::size_t j0 = past_gap(column + blockIdx.x * blockDim.x, column_gap_at, column_gap);
    const std::size_t j = j0 + threadIdx.x;
    if ((upper && j0 + blockDim.x <= i) || i == via || j == via) return;
    d[i * ld + j] = relaxed<Ring>(d[i * ld + j], d[i * ld + via], d[via * ld + j]);
}

template <class Ring>
__global__ void __launch_bounds__(kWidest)
    wide_all(typename Ring::Cell* d, std::size_t ld, std::size_t via, unsigned pivots,
             std::size_t row, std::size_t row_gap_at, std::size_t row_gap, std::size_t column,
             std::size_t column_gap_at, std::size_t column_gap, unsigned upper) {
    __shared__ typename Ring::Cell a[kWidest];
    const std::size_t i = past_gap(row + blockIdx.y, row_gap_at, row_gap);
    const std::size_t j0 = past_gap(column + blockIdx.x * blockDim.x, column_gap_at, column_gap);
    const std::size_t j = j0 + threadIdx.x;
    if (upper && j0 + blockDim.x <= i) return;  // the whole block
    for (unsigned k = threadIdx.x; k < pivots; k += blockDim.x) a[k] = d[i * ld + via + k];
    __syncthreads();
    typename Ring::Cell c = d[i * ld + j];
    for (unsigned k = 0; k < pivots; ++k) {
        c = relaxed<Ring>(c, a[k], d[(via + k) * ld + j]);
    }
    d[i * ld + j] = c;
}

constexpr unsigned kMirrored = 16;  // edge of the squares of `mirror_cells`

template <class Cell>
__global__ void __launch_bounds__(kMirrored* kMirrored)
    mirror_cells(Cell* d, std::size_t ld, std::size_t row, std::size_t column) {
    const std::size_t i = row + blockIdx.y * kMirrored + threadIdx.y;
    const std::size_t j = column + blockIdx.x * kMirrored + threadIdx.x;
    if (j < i) d[i * ld + j] = d[j * ld + i];
}

template <class Ring>
NamedKernels ladder_kernels() {
    const std::pair<std::string_view, std::size_t> small = {"TILE", 16}, large = {"TILE", 32},
                                                   transposed = {"TRANSPOSED", 1};
    return {{"single", address(single<Ring>)},
            {"chunked", address(chunked<Ring>)},
            {"persistent", address(persistent<Ring, false>)},
            {"persistent_register", address(persistent<Ring, true>)},
            {"naive", address(naive<Ring>)},
            {"coalesced", address(coalesced<Ring, false>)},
            {"row_shared", address(coalesced<Ring, true>)},
            // find_kernel takes the first match, so transposed kernels come first.
            {"close", address(classic_close<Ring, 16, true>), {small, transposed}},
            {"close", address(classic_close<Ring, 32, true>), {large, transposed}},
            {"close", address(classic_close<Ring, 16, false>), {small}},
            {"close", address(classic_close<Ring, 32, false>), {large}},
            {"update", address(classic_update<Ring, 16, true>), {small, transposed}},
            {"update", address(classic_update<Ring, 32, true>), {large, transposed}},
            {"update", address(classic_update<Ring, 16, false>), {small}},
            {"update", address(classic_update<Ring, 32, false>), {large}},
            {"mirror", address(mirror_cells<typename Ring::Cell>)},
            {"one_pivot", address(wide_one<Ring>)},
            {"all_pivots", address(wide_all<Ring>)}};
}

}  // namespace apsp::cuda

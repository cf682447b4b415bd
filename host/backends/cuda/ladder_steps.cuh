// The ladder's kernels of plain Floyd-Warshall; see single, chunked, persistent, naive and
// coalesced of kernels_cl/ladder.
#pragma once

#include "backends/cuda/formats.cuh"

namespace apsp::cuda {

constexpr unsigned kMostThreads = 1024;  // per block, where the launch chooses its size

template <class Ring>
APSP_DEVICE typename Ring::Cell relaxed(typename Ring::Cell c, typename Ring::Cell to_k,
                                        typename Ring::Cell from_k) {
    return Ring::cell(
        relax<Ring::kSemiring>(Ring::value(c), Ring::value(to_k), Ring::value(from_k)));
}

template <class Ring>
__global__ void single(typename Ring::Cell* d, std::size_t ld, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                d[i * ld + j] = relaxed<Ring>(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
            }
        }
    }
}

/// Step k over one thread's cells; `shared` is d as other threads write it.
template <class Ring, class Shared>
APSP_DEVICE void relax_run(typename Ring::Cell* d, const Shared* shared, std::size_t ld,
                           std::size_t first, std::size_t last, std::size_t k) {
    std::size_t i = first / ld, j = first % ld;
    for (std::size_t c = first; c < last; ++c) {
        // Row and column k are read by all and do not change in step k.
        if (i != k && j != k) d[c] = relaxed<Ring>(d[c], shared[i * ld + k], shared[k * ld + j]);
        if (++j == ld) {
            j = 0;
            ++i;
        }
    }
}

/// The same, with d[i][k] read once per row.
template <class Ring, class Shared>
APSP_DEVICE void relax_run_in_register(typename Ring::Cell* d, const Shared* shared, std::size_t ld,
                                       std::size_t first, std::size_t last, std::size_t k) {
    for (std::size_t begin = first; begin < last;) {
        const std::size_t row = begin / ld * ld;
        const std::size_t end = row + ld < last ? row + ld : last;
        const typename Ring::Cell to_k = shared[row + k];
        for (std::size_t c = begin; c < end; ++c) {
            if (row != k * ld && c != row + k) {
                d[c] = relaxed<Ring>(d[c], to_k, shared[k * ld + c - row]);
            }
        }
        begin = end;
    }
}

template <class Ring>
__global__ void __launch_bounds__(kMostThreads)
    chunked(typename Ring::Cell* d, std::size_t ld, std::size_t cells, std::size_t run,
            std::size_t k) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * run;
    const std::size_t last = first + run < cells ? first + run : cells;
    if (first < last) relax_run<Ring>(d, d, ld, first, last, k);
}

/// A grid-wide barrier after step k. All blocks run at the same time, since the launch is
/// cooperative.
APSP_DEVICE void meet(volatile unsigned* flags, unsigned k) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        flags[blockIdx.x] = k + 1;
    }
    for (unsigned g = threadIdx.x; g < gridDim.x; g += blockDim.x) {
        while (flags[g] <= k) {
        }
    }
    __threadfence();
    __syncthreads();
}

template <class Ring, bool kInRegister>
__global__ void __launch_bounds__(kMostThreads)
    persistent(typename Ring::Cell* d, std::size_t ld, std::size_t cells, std::size_t run,
               unsigned n, unsigned* flags) {
    const volatile typename Ring::Cell* const shared = d;
    const std::size_t begin = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * run;
    const std::size_t first = begin < cells ? begin : cells;
    const std::size_t last = first + run < cells ? first + run : cells;
    for (unsigned k = 0; k < n; ++k) {
        if constexpr (kInRegister) {
            relax_run_in_register<Ring>(d, shared, ld, first, last, k);
        } else {
            relax_run<Ring>(d, shared, ld, first, last, k);
        }
        meet(flags, k);
    }
}

constexpr unsigned kNaiveX = 32, kNaiveY = 8;

template <class Ring>
__global__ void __launch_bounds__(kNaiveX* kNaiveY)
    naive(typename Ring::Cell* d, std::size_t ld, std::size_t k) {
    const std::size_t j = std::size_t{blockIdx.x} * kNaiveX + threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.y} * kNaiveY + threadIdx.y;
    if (i == k || j == k) return;
    d[i * ld + j] = relaxed<Ring>(d[i * ld + j], d[i * ld + k], d[k * ld + j]);
}

template <class Ring, bool kShared>
__global__ void __launch_bounds__(kMostThreads)
    coalesced(typename Ring::Cell* d, std::size_t ld, unsigned segment, std::size_t k) {
    __shared__ typename Ring::Cell to_k;
    const std::size_t i = blockIdx.y;
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * segment + threadIdx.x;
    if (i == k) return;  // the whole block
    if constexpr (kShared) {
        if (threadIdx.x == 0) to_k = d[i * ld + k];
        __syncthreads();
    }
    for (unsigned s = 0; s < segment; ++s) {
        const std::size_t j = first + std::size_t{s} * blockDim.x;
        if (j >= ld || j == k) continue;
        d[i * ld + j] = relaxed<Ring>(d[i * ld + j], kShared ? to_k : d[i * ld + k], d[k * ld + j]);
    }
}

}  // namespace apsp::cuda

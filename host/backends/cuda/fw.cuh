// One step of Floyd-Warshall: paths may now go through vertex k.
//
// A thread relaxes the cells of 16 bytes of a row. Row k and column k, which every thread reads, do
// not change in step k: the row is left alone, and of the column the same value is written back.
#pragma once

#include "backends/cuda/formats.cuh"
#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {

/// Cells of a thread.
template <class Ring>
constexpr unsigned kStepCells = 16 / sizeof(typename Ring::Cell);

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

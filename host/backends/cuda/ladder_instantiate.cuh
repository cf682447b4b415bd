// The table of one type's ladder.
#pragma once

#include "backends/cuda/ladder_blocks.cuh"

namespace apsp::cuda {

template <class Ring, unsigned kTile, bool kTransposed>
ClassicKernels classic_kernels() {
    return {.tile = kTile,
            .variant = kTransposed ? "classic-transposed" : "classic",
            .close =
                [](void* d, std::size_t ld, std::size_t first, cudaStream_t stream) {
                    return launch({1, 1, kTile * kTile, 0, stream},
                                  classic_close<Ring, kTile, kTransposed>,
                                  static_cast<typename Ring::Cell*>(d), ld, first);
                },
            .update =
                [](const Rectangle& p, cudaStream_t stream) {
                    return launch({p.columns / kTile, p.rows / kTile, kTile * kTile, 0, stream},
                                  classic_update<Ring, kTile, kTransposed>, p);
                }};
}

template <class Ring>
LadderKernels ladder_kernels_of() {
    using Cell = typename Ring::Cell;
    LadderKernels kernels;
    kernels.persistent_kernels = {address(persistent<Ring, false>),
                                  address(persistent<Ring, true>)};
    kernels.classic = {classic_kernels<Ring, 16, false>(), classic_kernels<Ring, 32, false>(),
                       classic_kernels<Ring, 16, true>(), classic_kernels<Ring, 32, true>()};
    kernels.single = [](void* d, std::size_t ld, std::size_t n, cudaStream_t stream) {
        return launch({1, 1, 1, 0, stream}, single<Ring>, static_cast<Cell*>(d), ld, n);
    };
    kernels.chunked = [](const Runs& p, std::size_t k, cudaStream_t stream) {
        return launch({p.groups, 1, p.threads, 0, stream}, chunked<Ring>, static_cast<Cell*>(p.d),
                      p.ld, p.cells, p.run, k);
    };
    kernels.persistent = [](const Runs& p, bool in_register, std::size_t n, unsigned* flags,
                            cudaStream_t stream) {
        return launch({p.groups, 1, p.threads, 0, stream, true},
                      in_register ? persistent<Ring, true> : persistent<Ring, false>,
                      static_cast<Cell*>(p.d), p.ld, p.cells, p.run, static_cast<unsigned>(n),
                      flags);
    };
    kernels.naive = [](void* d, std::size_t ld, std::size_t k, cudaStream_t stream) {
        return launch({static_cast<unsigned>(ld / kNaiveX), static_cast<unsigned>(ld / kNaiveY),
                       kNaiveX * kNaiveY, 0, stream},
                      naive<Ring>, static_cast<Cell*>(d), ld, k);
    };
    kernels.coalesced = [](void* d, std::size_t ld, std::size_t n, std::size_t k, unsigned segment,
                           unsigned threads, bool shared, cudaStream_t stream) {
        return launch({blocks_for(ld, std::size_t{threads} * segment), static_cast<unsigned>(n),
                       threads, 0, stream},
                      shared ? coalesced<Ring, true> : coalesced<Ring, false>,
                      static_cast<Cell*>(d), ld, segment, k);
    };
    kernels.wide_one = [](const Rectangle& p, unsigned threads, cudaStream_t stream) {
        return launch({p.columns / threads, p.rows, threads, 0, stream}, wide_one<Ring>, p);
    };
    kernels.wide_all = [](const Rectangle& p, unsigned threads, cudaStream_t stream) {
        return launch({p.columns / threads, p.rows, threads, 0, stream}, wide_all<Ring>, p);
    };
    kernels.mirror = [](const Rectangle& p, cudaStream_t stream) {
        return launch({p.columns / kMirrored, p.rows / kMirrored, kMirrored * kMirrored, 0, stream},
                      mirror_cells<Cell>, p);
    };
    return kernels;
}

}  // namespace apsp::cuda

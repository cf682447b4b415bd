// The kernels of blocked algorithms, by how they cut a matrix.
#pragma once

#include <vector>

#include "backends/cuda/queue.hpp"
#include "backends/gpu_product.hpp"

namespace apsp::cuda {

/// A way of cutting a square that is closed: each block holds rows x cols of it, and one more
/// closes the squares of pivots (see close_square.cl).
struct ClosingShape {
    std::size_t pivots;  ///< Per step.
    std::size_t rows, cols, threads;
    std::size_t shared_bytes;
    Kernel kernel;
    std::size_t least = 0;   ///< For squares of at least this size.
    bool one_block = false;  ///< One block closes rows x cols, without strips.

    /// One per tile, and one that closes the squares of pivots.
    std::size_t blocks(std::size_t size) const {
        return one_block ? 1 : size / rows * (size / cols) + 1;
    }
};

struct CudaProductShape : ProductShape<Kernel> {
    std::size_t resident;  ///< Blocks that a multiprocessor can hold.
};

struct Kernels {
    WordLayout layout;
    std::vector<ClosingShape> closing = {};       ///< From small blocks to large.
    std::vector<CudaProductShape> products = {};  ///< From large tiles to small.
    Kernel pack, copy;
};

/// There are kernels for every pair that `defined_in` accepts.
/// @throws Error usage for others
Kernels kernels_for(Dtype dtype, Semiring semiring);

}  // namespace apsp::cuda

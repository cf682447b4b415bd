// The steps of the literature, on CUDA: the kernels as plain functions, and who launches them.
// They mirror kernels_cl/ladder, which says what each does.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "algorithms/tiles.hpp"
#include "backends/cuda/slabs.hpp"

namespace apsp::cuda {

/// The cells that each thread goes through, in `groups` blocks of `threads`.
struct Runs {
    void* d = nullptr;
    std::size_t ld = 0;
    std::size_t cells = 0;
    std::size_t run = 0;  ///< Cells of a thread.
    unsigned groups = 0;
    unsigned threads = 0;
};

/// Rows x columns of the matrix without gaps, relaxed through `via` .. `via` + `pivots` - 1.
struct Rectangle {
    void* d = nullptr;
    std::size_t ld = 0;
    std::size_t via = 0;
    unsigned pivots = 0;
    std::size_t row = 0, row_gap_at = ~std::size_t{0}, row_gap = 0;
    std::size_t column = 0, column_gap_at = ~std::size_t{0}, column_gap = 0;
    bool upper = false;  ///< Leave out what is wholly below the diagonal.
    unsigned rows = 0;   ///< Gaps not counted.
    unsigned columns = 0;
};

/// `classic` with one tile and order of the indices.
struct ClassicKernels {
    std::size_t tile;
    std::string_view variant;
    cudaError_t (*close)(void* d, std::size_t ld, std::size_t first, cudaStream_t);
    cudaError_t (*update)(const Rectangle&, cudaStream_t);
};

struct LadderKernels {
    cudaError_t (*single)(void* d, std::size_t ld, std::size_t n, cudaStream_t);
    cudaError_t (*chunked)(const Runs&, std::size_t k, cudaStream_t);
    /// `flags` are one a block, all 0.
    cudaError_t (*persistent)(const Runs&, bool in_register, std::size_t n, unsigned* flags,
                              cudaStream_t);
    /// Without and with d[i][k] in a register.
    std::array<const void*, 2> persistent_kernels;
    cudaError_t (*naive)(void* d, std::size_t ld, std::size_t k, cudaStream_t);
    /// Rows of `ld` cells in segments of `segment` a thread; `shared` is row-shared.
    cudaError_t (*coalesced)(void* d, std::size_t ld, std::size_t n, std::size_t k,
                             unsigned segment, unsigned threads, bool shared, cudaStream_t);
    std::array<ClassicKernels, 4> classic;
    /// One pivot, `via`, in blocks of `threads` cells of a row.
    cudaError_t (*wide_one)(const Rectangle&, unsigned threads, cudaStream_t);
    /// All of them, up to kWidest.
    cudaError_t (*wide_all)(const Rectangle&, unsigned threads, cudaStream_t);
    /// D[i][j] <- D[j][i] for j < i, in squares of 16.
    cudaError_t (*mirror)(const Rectangle&, cudaStream_t);
};

constexpr unsigned kMostThreads = 1024;  // of a block of `Runs` and `coalesced`
constexpr unsigned kWidest = 512;

/// Over min-plus. @throws Error usage for other semirings
const LadderKernels& ladder_kernels(Dtype dtype, Semiring semiring);

extern const LadderKernels kLadderF32, kLadderF64, kLadderI32, kLadderI16, kLadderU8;

/// Of fw: `step`, which `kernels` have, and those of the ladder.
/// @throws Error usage for sizes that the kernels lack, no_device for those that the device lacks
std::unique_ptr<Steps> make_steps(const Card& card, const Kernels& kernels, Queue& queue,
                                  const Slabs& slabs, const EngineOptions& options);
/// For a matrix in one slab.
std::unique_ptr<Tiles> make_ladder_tiles(const Card& card, Queue& queue, const Slabs& slabs,
                                         const EngineOptions& options);

}  // namespace apsp::cuda

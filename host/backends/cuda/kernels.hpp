// The kernels as plain functions: what the engine, which is no CUDA C++, knows of them. Each
// launches and returns at once.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>

#include "apsp/semiring.hpp"

namespace apsp::cuda {

/// C <- C (+) A (x) B. Operands consist of words: see formats.cuh. Sizes in words where not said
/// otherwise.
struct Product {
    void* c = nullptr;
    std::size_t ldc = 0;
    const void* a = nullptr;  ///< Packed: A[i][k] is a[k * lda + i].
    std::size_t lda = 0;
    const void* b = nullptr;
    std::size_t ldb = 0;
    unsigned depth = 0;      ///< Pivots, a multiple of 32.
    unsigned words = 0;      ///< Width of C.
    unsigned tile_rows = 0;  ///< The launch's tiles: rows of them without the gap, and columns.
    unsigned tile_cols = 0;
    unsigned gap_at = ~0u;  ///< Rows of tiles that are left out.
    unsigned gap = 0;
    bool upper = false;  ///< Leave out tiles wholly below the matrix's diagonal; where C begins:
    unsigned row = 0;    ///< its first row and
    unsigned col = 0;    ///< column in the matrix.
};

/// Packs D[rows, pivots] as an operand A: to[k * ld_to + i] = D[i][k].
struct Pack {
    const void* from = nullptr;  ///< The rows' word in which the pivots begin.
    std::size_t ld_from = 0;
    void* to = nullptr;
    std::size_t ld_to = 0;
    unsigned rows = 0;  ///< Without the gap.
    unsigned pivots = 0;
    unsigned gap_at = ~0u;
    unsigned gap = 0;
};

/// Copies rows of D as an operand B.
struct Copy {
    const void* from = nullptr;
    std::size_t ld_from = 0;
    void* to = nullptr;
    std::size_t ld_to = 0;
    unsigned rows = 0;
    unsigned words = 0;
};

/// Closes a square of the matrix. Its blocks run all at once and hand each other strips of values
/// (size x size of them each way) that must hold `unpublished` when the kernel starts; it fills the
/// other pair for the next launch.
struct Closing {
    void* d = nullptr;
    std::size_t ld = 0;  ///< In cells; in words for or_and.
    unsigned size = 0;
    void* strips[2] = {};       ///< Rows and, transposed, columns.
    void* next_strips[2] = {};  ///< Of as many values.
};

/// A way of cutting a square for `Closing`: a block holds rows x cols of it.
struct ClosingShape {
    unsigned pivots = 0;  ///< Taken a step.
    unsigned rows = 0;
    unsigned cols = 0;
    unsigned threads = 0;
    std::size_t shared_bytes = 0;
    bool one_block = false;  ///< It closes squares up to rows x cols, and needs no strips.
    const void* kernel = nullptr;
};

struct Kernels {
    unsigned columns;     ///< Of the matrix in a word.
    unsigned word_bytes;  ///< A word of an operand.
    unsigned value_bytes;
    bool rows_are_operands;  ///< Rows of the matrix are operands B as they are.
    unsigned tile_rows;      ///< The tile of `update`, in rows and words.
    unsigned tile_words;
    std::size_t update_shared_bytes;
    const void* update_kernel;
    std::span<const ClosingShape> closing_shapes;  ///< From small blocks to large.

    /// Loads the kernels, which would otherwise happen when each is first launched.
    cudaError_t (*load)(bool blocked);
    cudaError_t (*update)(const Product&, cudaStream_t);
    cudaError_t (*pack)(const Pack&, cudaStream_t);
    cudaError_t (*copy)(const Copy&, cudaStream_t);
    cudaError_t (*close)(const ClosingShape&, const Closing&, cudaStream_t);
    cudaError_t (*clear_strips)(void* strips, std::size_t values, cudaStream_t);

    /// Cells row .. row + rows - 1, column .. column + columns - 1 of D become the semiring's zero.
    cudaError_t (*fill)(void* d, std::size_t ld, std::size_t row, std::size_t column,
                        std::size_t rows, std::size_t columns, cudaStream_t);
    /// D[i][j] <- D[j][i] for i and j in these ranges, j < i; bounds are multiples of 32.
    cudaError_t (*mirror)(void* d, std::size_t ld, std::size_t row, std::size_t column,
                          std::size_t rows, std::size_t columns, cudaStream_t);
    cudaError_t (*fw_step)(void* d, std::size_t ld, std::size_t k, cudaStream_t);
};

/// There are kernels wherever `defined_in` says so.
const Kernels& kernels_for(Dtype dtype, Semiring semiring);

/// Truth values to and from bits, 32 in a word; `words` of them.
cudaError_t pack_bits(const void* cells, void* bits, std::size_t words, cudaStream_t stream);
cudaError_t unpack_bits(const void* bits, void* cells, std::size_t words, cudaStream_t stream);

// One a semiring and type, each in a file of its own.
extern const Kernels kMinPlusF32, kMinPlusF64, kMinPlusI32, kMinPlusI16, kMinPlusU8;
extern const Kernels kMaxMinF32, kMaxMinF64, kMaxMinI32, kMaxMinI16, kMaxMinU8;
extern const Kernels kMinMaxF32, kMinMaxF64, kMinMaxI32, kMinMaxI16, kMinMaxU8;
extern const Kernels kMaxTimesF32, kMaxTimesF64;
extern const Kernels kOrAndU8;

}  // namespace apsp::cuda

// The kernels: what the engine, which is no CUDA C++, knows of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "apsp/semiring.hpp"
#include "backends/kernel_options.hpp"

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

template <class... Parameters>
const void* address(void (*kernel)(Parameters...)) {
    return reinterpret_cast<const void*>(kernel);
}

constexpr unsigned kThreads = 256;  ///< Of a block, where nothing else is said.
constexpr unsigned kSquare = 32;    ///< Edge of the squares that blocks pack and mirror.

/// Sizes, and addresses.
struct Kernels {
    unsigned columns;     ///< Of the matrix in a word.
    unsigned word_bytes;  ///< A word of an operand.
    unsigned value_bytes;
    bool rows_are_operands;  ///< Rows of the matrix are operands B as they are.
    unsigned tile_rows;      ///< The tile of `update`, in rows and words.
    unsigned tile_words;
    unsigned update_threads;
    std::size_t update_shared_bytes;
    std::span<const ClosingShape> closing_shapes;  ///< From small blocks to large.

    const void* update;  ///< Of a Product; a block per tile.
    const void* pack;    ///< Of a Pack; the blocks are squares of 32, columns by rows.
    const void* copy;    ///< Of a Copy; 16 bytes of words per thread, a row of blocks for each.
    /// (strips, values); blocks stride over them.
    const void* clear_strips;
    /// (d, ld, row, column, rows, columns): that rectangle of D becomes the semiring's zero; ld in
    /// cells, or words of bits. Blocks stride over it.
    const void* fill;
    /// (d, ld, row, column): D[i][j] <- D[j][i] for j < i; the blocks are squares of 32 from there.
    const void* mirror;
    /// (d, ld, k), ld as in `fill`; 16 bytes of cells, or a word of bits, per thread.
    const void* fw_step;
    unsigned step_cells;  ///< Of a thread, in what ld counts.

    const void *go_up, *go_down, *transpose;  ///< Those of sweep.cl; null for bits.
    const void* close_batch;                  ///< That of batch_gpu.cl; null for bits.
    const void* close_batch_with_paths;       ///< The same, of min_plus only.
};

constexpr unsigned kWarp = 32;
/// Targets of a thread that sweeps: two words of them, of a warp no more than rows are padded to.
template <std::size_t kElementBytes>
constexpr int kSweepLanes = kElementBytes > 2 ? 8 / kElementBytes : 4;

/// There are kernels wherever `defined_in` says so.
const Kernels& kernels_for(Dtype dtype, Semiring semiring);

/// Truth values to and from bits: (cells, bits, words) and (bits, cells, words); a word of 32 per
/// thread.
struct BitKernels {
    const void *pack, *unpack;
};
extern const BitKernels kBitKernels;

// One per semiring and type.
extern const Kernels kMinPlusF32, kMinPlusF64, kMinPlusI32, kMinPlusI16, kMinPlusU8;
extern const Kernels kMaxMinF32, kMaxMinF64, kMaxMinI32, kMaxMinI16, kMaxMinU8;
extern const Kernels kMinMaxF32, kMinMaxF64, kMinMaxI32, kMinMaxI16, kMinMaxU8;
extern const Kernels kMaxTimesF32, kMaxTimesF64;
extern const Kernels kOrAndU8;

/// A kernel that OpenCL has, too, under the same name and with the same arguments: kernels_cl says
/// what it does. Host code of both launches it (see gpu_queue.hpp).
struct NamedKernel {
    std::string_view name;
    const void* address;
    Defines defines = {};  ///< What it is compiled for, of the macros that OpenCL's has.
};
using NamedKernels = std::vector<NamedKernel>;

// Of the files reduce_rows, change, predecessors_gpu, tight_arcs, and all of the ladder, over
// min-plus.
NamedKernels reduction_kernels(Dtype dtype);
NamedKernels change_kernels(Dtype dtype);
NamedKernels predecessor_kernels(Dtype dtype);
NamedKernels tight_arc_kernels(Dtype dtype);
NamedKernels ladder_kernels_of_floats(Dtype dtype);
NamedKernels ladder_kernels_of_integers(Dtype dtype);

/// Where a kernel of a file of kernels_cl is.
/// @throws Error usage for semirings that the file's kernels are not of
const void* find_kernel(std::string_view file, std::string_view name, const KernelOptions& options);

}  // namespace apsp::cuda

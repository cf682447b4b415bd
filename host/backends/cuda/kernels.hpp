// What the engine, which is plain C++, knows of the CUDA kernels.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "apsp/semiring.hpp"
#include "backends/kernel_options.hpp"
#include "backends/matrix_shape.hpp"
#include "backends/word_layout.hpp"

namespace apsp::cuda {

/// Closes a square of the matrix, by a block per tile and one more. All run at once and pass each
/// other strips of size x size values, which must hold "not published" (see strips.cuh) when the
/// kernel starts. The kernel clears the other pair of strips for the next launch.
struct Closing {
    void* d = nullptr;
    std::size_t ld = 0;  ///< In cells; in words for or_and.
    unsigned size = 0;
    void* strips[2] = {};       ///< Rows and, transposed, columns.
    void* next_strips[2] = {};  ///< Of the same size.
};

/// A way of cutting a square for `Closing`: each block holds rows x cols of it.
struct ClosingShape {
    unsigned pivots = 0;  ///< Per step.
    unsigned rows = 0;
    unsigned cols = 0;
    unsigned least = 0;  ///< For squares of at least this size.
    unsigned threads = 0;
    std::size_t shared_bytes = 0;
    bool one_block = false;  ///< One block closes up to rows x cols, without strips.
    const void* kernel = nullptr;
};

/// A way of cutting a product: each block has a tile of rows x words.
struct ProductShape {
    unsigned rows = 0;
    unsigned words = 0;
    unsigned threads = 0;
    unsigned resident = 0;  ///< Blocks that a multiprocessor can hold.
    const void* kernel = nullptr;
};

template <class... Parameters>
const void* address(void (*kernel)(Parameters...)) {
    return reinterpret_cast<const void*>(kernel);
}

constexpr unsigned kThreads = 256;  ///< Per block, unless stated otherwise.
constexpr unsigned kSquare = 32;    ///< Edge of the squares that blocks pack and mirror.

/// Of one semiring and type: what closes squares.
struct ClosingKernels {
    unsigned value_bytes = 0;
    std::vector<ClosingShape> shapes;  ///< From small blocks to large.
    /// (strips, values); blocks stride over them.
    const void* clear_strips = nullptr;
};

/// The kernels of blocked algorithms.
struct Kernels {
    WordLayout layout;
    ClosingKernels closing = {};
    std::vector<ProductShape> products = {};  ///< From large tiles to small.
    const void* pack = nullptr;
    const void* copy = nullptr;
};

constexpr unsigned kWarp = 32;
/// Targets per thread of a sweep: two words of them, but no more per warp than rows are padded to.
/// A macro, which the preprocessor can compare.
#define APSP_SWEEP_LANES(bytes) ((bytes) > 2 ? 8 / (bytes) : 4)

/// There are kernels for every pair that `defined_in` accepts.
Kernels kernels_for(Dtype dtype, Semiring semiring);

// One per semiring and type.
extern const ClosingKernels kMinPlusF32, kMinPlusF64, kMinPlusI32, kMinPlusI16, kMinPlusU8;
extern const ClosingKernels kMaxMinF32, kMaxMinF64, kMaxMinI32, kMaxMinI16, kMaxMinU8;
extern const ClosingKernels kMinMaxF32, kMinMaxF64, kMinMaxI32, kMinMaxI16, kMinMaxU8;
extern const ClosingKernels kMaxTimesF32, kMaxTimesF64;

/// A kernel of kernels_cl, as CUDA compiles it: launched by host code that is shared with OpenCL
/// (see gpu_queue.hpp).
struct NamedKernel {
    std::string_view file, name;
    KernelOptions options;  ///< With the macros that tell kernels of one name apart.
    const void* address;
};
// The kernels of each .cu file that compiles some of kernels_cl.
const std::vector<NamedKernel>& batch_kernels();
const std::vector<NamedKernel>& distance_kernels();
const std::vector<NamedKernel>& ladder_kernels();
const std::vector<NamedKernel>& large_update_kernels();
const std::vector<NamedKernel>& matrix_kernels();
const std::vector<NamedKernel>& or_and_kernels();
const std::vector<NamedKernel>& small_update_kernels();
const std::vector<NamedKernel>& sweep_kernels();

/// Whether this was built for cards of such a compute capability, as in Device. The driver compiles
/// PTX for others if there is any.
bool has_machine_code(std::size_t capability);

/// The address of a kernel of a file of kernels_cl.
/// @throws Error usage for semirings that the file's kernels do not have
const void* find_kernel(std::string_view file, std::string_view name, const KernelOptions& options);

}  // namespace apsp::cuda

// What the engine, which is plain C++, knows of the CUDA kernels.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "apsp/semiring.hpp"
#include "backends/kernel_options.hpp"
#include "backends/matrix_shape.hpp"
#include "backends/word_layout.hpp"

namespace apsp::cuda {

/// A way of cutting a square that is closed: each block holds rows x cols of it, and one more
/// closes the squares of pivots (see close_square.cl).
struct ClosingShape {
    unsigned pivots = 0;  ///< Per step.
    unsigned rows = 0;
    unsigned cols = 0;
    unsigned threads = 0;
    std::size_t shared_bytes = 0;
    const void* kernel = nullptr;
    unsigned least = 0;      ///< For squares of at least this size.
    bool one_block = false;  ///< One block closes rows x cols, without strips.
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

/// The kernels of blocked algorithms.
struct Kernels {
    WordLayout layout;
    std::vector<ClosingShape> closing = {};   ///< From small blocks to large.
    std::vector<ProductShape> products = {};  ///< From large tiles to small.
    const void* pack = nullptr;
    const void* copy = nullptr;
};

constexpr unsigned kWarp = 32;
/// Targets per thread of a sweep: two words of them, but no more per warp than rows are padded to.
/// A macro, which the preprocessor can compare.
#define APSP_SWEEP_LANES(bytes) ((bytes) > 2 ? 8 / (bytes) : 4)

/// There are kernels for every pair that `defined_in` accepts.
/// @throws Error usage for others
Kernels kernels_for(Dtype dtype, Semiring semiring);

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
const std::vector<NamedKernel>& large_close_kernels();
const std::vector<NamedKernel>& large_update_kernels();
const std::vector<NamedKernel>& matrix_kernels();
const std::vector<NamedKernel>& or_and_kernels();
const std::vector<NamedKernel>& small_close_kernels();
const std::vector<NamedKernel>& small_update_kernels();
const std::vector<NamedKernel>& sweep_kernels();

/// Whether this was built for cards of such a compute capability, as in Device. The driver compiles
/// PTX for others if there is any.
bool has_machine_code(std::size_t capability);

/// The address of a kernel of a file of kernels_cl.
/// @throws Error usage for semirings that the file's kernels do not have
const void* find_kernel(std::string_view file, std::string_view name, const KernelOptions& options);

}  // namespace apsp::cuda

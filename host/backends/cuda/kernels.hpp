// What the engine, which is plain C++, knows of the CUDA kernels.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "backends/kernel_options.hpp"

namespace apsp::cuda {

template <class... Parameters>
const void* address(void (*kernel)(Parameters...)) {
    return reinterpret_cast<const void*>(kernel);
}

constexpr unsigned kWarp = 32;
/// Targets per thread of a sweep: two words of them, but no more per warp than rows are padded to.
/// A macro, which the preprocessor can compare.
#define APSP_SWEEP_LANES(bytes) ((bytes) > 2 ? 8 / (bytes) : 4)

/// A kernel of kernels_cl, as CUDA compiles it: launched by host code that is shared with OpenCL
/// (see gpu_queue.hpp).
struct NamedKernel {
    std::string_view file, name;
    KernelOptions options;  ///< With the macros that tell kernels of one name apart.
    const void* address;

    /// Of a macro that tells kernels apart.
    std::size_t value(std::string_view macro) const;
};

// clang-format off
/// DO(file) for each .cu file. Kernels of one name are found in this order.
#define APSP_FOR_KERNEL_LISTS(DO) \
    DO(batch) DO(distances) DO(ladder) DO(close_small) DO(close_large) DO(update_large) \
    DO(update_small) DO(matrix) DO(or_and) DO(sweep) DO(tensor)
// clang-format on
#define APSP_DECLARE_LIST(file) const std::vector<NamedKernel>& file##_kernels();
APSP_FOR_KERNEL_LISTS(APSP_DECLARE_LIST)

/// Whether this was built for cards of such a compute capability, as in Device. The driver compiles
/// PTX for others if there is any.
bool has_machine_code(std::size_t capability);

/// Those of one semiring and type, in the order in which they were compiled.
std::vector<const NamedKernel*> kernels_named(std::string_view file, std::string_view name,
                                              const KernelOptions& options);
/// The address of a kernel of a file of kernels_cl.
/// @throws Error usage for semirings that the file's kernels do not have
const void* find_kernel(std::string_view file, std::string_view name, const KernelOptions& options);

}  // namespace apsp::cuda

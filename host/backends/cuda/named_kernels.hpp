// The kernels that OpenCL has, too, under the same names and with the same arguments: kernels_cl
// says what each does. Host code of both launches them (see gpu_queue.hpp).
#pragma once

#include <string_view>
#include <vector>

#include "backends/kernel_options.hpp"

namespace apsp::cuda {

struct NamedKernel {
    std::string_view name;
    const void* address;
    Defines defines = {};  ///< What it is compiled for, of the macros that OpenCL's has.
};
using NamedKernels = std::vector<NamedKernel>;

// Of the files reduce_rows, predecessors_gpu, tight_arcs, and all of the ladder, over min-plus.
NamedKernels reduction_kernels(Dtype dtype);
NamedKernels predecessor_kernels(Dtype dtype);
NamedKernels tight_arc_kernels(Dtype dtype);
NamedKernels ladder_kernels_of_floats(Dtype dtype);
NamedKernels ladder_kernels_of_integers(Dtype dtype);

/// Where a kernel of a file of kernels_cl is.
/// @throws Error usage for semirings that the file's kernels are not of
const void* find_kernel(std::string_view file, std::string_view name, const KernelOptions& options);

}  // namespace apsp::cuda

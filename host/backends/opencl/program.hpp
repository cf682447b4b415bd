// Building a kernel file for a device, through a cache of built programs.
#pragma once

#include <string>
#include <string_view>

#include "backends/opencl/kernel_options.hpp"
#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

/// Builds `file` of kernels_cl, or takes it built from the cache.
/// @throws Error internal with the device, the options and the compiler's log
cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          std::string_view file, const KernelOptions& options);

/// $XDG_CACHE_HOME/apsp-ocl, or ~/.cache/apsp-ocl; empty when neither variable is set.
std::string program_cache_folder();

}  // namespace apsp::opencl

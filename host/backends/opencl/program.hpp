// Building a kernel file for a device, through a cache of built programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apsp/semiring.hpp"
#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

/// The options a kernel is built with. `text()` is what the device's compiler sees.
struct KernelOptions {
    Dtype dtype = Dtype::f32;
    Semiring semiring = Semiring::min_plus;
    std::vector<std::pair<std::string_view, std::size_t>> defines;  ///< {"WIDTH", 4}
    std::string extra = {};  ///< A compiler's own option, where it is known to have it.

    std::string text() const;
};

/// Builds `file` of kernels_cl, or takes it built from the cache.
/// @throws Error internal with the device, the options and the compiler's log
cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          std::string_view file, const KernelOptions& options);

/// $XDG_CACHE_HOME/apsp-ocl, or ~/.cache/apsp-ocl; empty when neither variable is set.
std::string program_cache_folder();

}  // namespace apsp::opencl

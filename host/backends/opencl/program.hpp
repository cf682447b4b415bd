// What the solves of one process share on a device: its context, and the programs built in it.
// Making them anew takes longer than many solves (see quirks.hpp).
#pragma once

#include <string>
#include <string_view>

#include "apsp/devices.hpp"
#include "backends/kernel_options.hpp"
#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

/// The device's context, made at the first call.
cl::Context context_of(const cl::Device& device);

/// Drops all contexts. After a failed call they may be unusable, so later solves get new ones.
void forget_contexts();

/// Builds `file` of kernels_cl, or reuses an earlier build of this process or another.
/// @throws Error internal with the device, the options and the compiler's log
cl::Program build_program(const cl::Context& context, const cl::Device& device,
                          const Device& description, std::string_view file,
                          const KernelOptions& options);

}  // namespace apsp::opencl

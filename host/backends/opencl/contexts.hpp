// What solves of one process share of a device: its context, and the programs built in it. To make
// them anew takes longer than many a solve (see quirks.hpp).
#pragma once

#include <functional>
#include <string>

#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

/// The device's context, made at the first call.
cl::Context context_of(const cl::Device& device);

/// The program of that key in the context, from `build` if there is none yet.
cl::Program program_of(const cl::Context& context, const std::string& key,
                       const std::function<cl::Program()>& build);

/// After a failed call a context may be of no further use: later solves get new ones.
void forget_contexts();

}  // namespace apsp::opencl

// Configurations for hardware that was not at hand: chosen by what a device reports.
#pragma once

#include <optional>

#include "backends/opencl/configurations.hpp"

namespace apsp::opencl {

/// For AMD's and Intel's GPUs; none for others, and for types that have no row of their own.
std::optional<GpuConfiguration> vendor_gpu_configuration(const Device& device,
                                                         const EngineOptions& options);

/// Whether it is Intel's runtime for CPUs; others on Intel's processors name Intel as the vendor.
bool is_intel_cpu_runtime(const Device& device);

/// For that runtime.
std::optional<CpuConfiguration> vendor_cpu_configuration(const Device& device,
                                                         const EngineOptions& options);

}  // namespace apsp::opencl

// Configurations as settings by name, and back with every value checked; what tuning tries.
#pragma once

#include <vector>

#include "backends/opencl/configurations.hpp"

namespace apsp::opencl {

Settings to_settings(const GpuConfiguration& configuration, std::size_t block);
Settings to_settings(const CpuConfiguration& configuration, std::size_t block);

/// Puts the settings over the configuration ("block" is for `choose_blocks`).
/// @throws Error usage for names that do not exist, and for what the kernels or the device do not
///         allow
void apply(const Settings& settings, GpuConfiguration& configuration, const Device& device,
           const EngineOptions& options);
void apply(const Settings& settings, CpuConfiguration& configuration, const Device& device,
           const EngineOptions& options);
void check_block(std::size_t block);

std::vector<std::vector<Settings>> gpu_candidates(const Device& device,
                                                  const EngineOptions& options);
std::vector<std::vector<Settings>> cpu_candidates(const Device& device,
                                                  const EngineOptions& options);

/// Whether fma is one instruction of the processor that this program runs on.
bool host_has_fma();
bool host_has_avx512();

}  // namespace apsp::opencl

// Results computed from the distances on an OpenCL device: as in gpu_results.hpp, or with the CPU
// kernels of predecessors_cpu.cl.
#pragma once

#include <memory>

#include "backends/engine_plan.hpp"
#include "backends/gpu_results.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

/// Adds the memory that predecessors will take.
void plan_predecessors_on(const Device& description, const EngineOptions& options,
                          EnginePlan& plan);

using DeviceResults = GpuResults<Launcher, Slabs>;

std::unique_ptr<DeviceResults> make_results(Launcher& launcher, Slabs& slabs,
                                            const EngineOptions& options);

}  // namespace apsp::opencl

// What is computed of the distances on an OpenCL device: as gpu_results.hpp says, or with the
// kernels for CPUs of predecessors_cpu.cl.
#pragma once

#include <memory>

#include "backends/engine_plan.hpp"
#include "backends/gpu_results.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

/// What predecessors will take.
void plan_predecessors_on(const Device& description, const EngineOptions& options,
                          EnginePlan& plan);

using DeviceResults = GpuResults<Launcher, Slabs>;

std::unique_ptr<DeviceResults> make_results(Launcher& launcher, Slabs& slabs,
                                            const EngineOptions& options);

}  // namespace apsp::opencl

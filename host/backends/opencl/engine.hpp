// The engine of one OpenCL device.
#pragma once

#include <memory>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/opencl.hpp"

namespace apsp::opencl {

EnginePlan plan_engine(const Device& description, const EngineOptions& options);

std::unique_ptr<Engine> open_engine(const cl::Device& device, const Device& description,
                                    const EngineOptions& options);

}  // namespace apsp::opencl

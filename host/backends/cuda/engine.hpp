// The engine of one CUDA device.
#pragma once

#include <memory>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "backends/engine_plan.hpp"

namespace apsp {

/// Asks the driver which kernels close squares; nothing is allocated for the matrix.
EnginePlan plan_cuda_engine(const Device& device, const EngineOptions& options);

std::unique_ptr<Engine> open_cuda_engine(const Device& device, const EngineOptions& options);

}  // namespace apsp

// The engine of one CUDA device.
#pragma once

#include <memory>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"

namespace apsp {

std::unique_ptr<Engine> open_cuda_engine(const Device& device, const EngineOptions& options);

}  // namespace apsp

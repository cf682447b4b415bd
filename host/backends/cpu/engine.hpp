// The engine of the processor itself.
#pragma once

#include <memory>

#include "backends/engine.hpp"

namespace apsp {

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options);

}  // namespace apsp

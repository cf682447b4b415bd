// The engine of the processor itself.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "algorithms/engine.hpp"

namespace apsp {

/// The instruction sets that the kernels exist for and the processor has, the best first.
std::vector<std::string_view> cpu_instruction_sets();

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options);

}  // namespace apsp

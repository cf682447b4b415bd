// The steps of the literature, on OpenCL: kernels_cl/ladder.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backends/opencl/steps.hpp"
#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {

std::vector<std::string_view> ladder_variants(Algorithm algorithm);

/// Of fw: single, chunked, persistent, persistent-register, naive, coalesced, row-shared.
/// @throws Error usage for sizes beyond the device's limits; no_device where the device cannot run
///         the variant
std::unique_ptr<Steps> open_ladder_steps(Launcher& launcher, const EngineOptions& options);

/// Of kleene: classic, classic-vector, classic-transposed, wide.
std::unique_ptr<Tiles> open_ladder_tiles(Launcher& launcher, const EngineOptions& options);

/// How a kernel of the ladder is built.
KernelOptions ladder_options(const Launcher& launcher, const EngineOptions& options,
                             Defines defines);

}  // namespace apsp::opencl

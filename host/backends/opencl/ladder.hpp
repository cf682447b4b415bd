// The steps of the literature, on OpenCL: kernels_cl/ladder.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {

std::vector<std::string_view> ladder_variants(Algorithm algorithm);

/// The product's own fw: a few neighbouring cells per work-item, one launch per step.
std::unique_ptr<Steps> make_fw_steps(Launcher& launcher, const Slabs& slabs,
                                     const EngineOptions& options);

/// Of fw: single, chunked, persistent, persistent-register, naive, coalesced, row-shared.
/// @throws Error usage for sizes beyond the device's limits; no_device where the device cannot run
///         the variant
std::unique_ptr<Steps> make_ladder_steps(Launcher& launcher, const Slabs& slabs,
                                         const EngineOptions& options);

/// Of kleene: classic, classic-vector, classic-transposed, wide.
std::unique_ptr<Tiles> make_ladder_tiles(Launcher& launcher, const Slabs& slabs,
                                         const EngineOptions& options);

/// How a kernel of the ladder is built.
KernelOptions ladder_options(const Launcher& launcher, const EngineOptions& options,
                             Defines defines);

}  // namespace apsp::opencl

// Plain Floyd-Warshall, and the steps of the literature, on OpenCL: kernels_cl/ladder.
#pragma once

#include <memory>

#include "backends/opencl/tiles.hpp"

namespace apsp::opencl {

/// Of fw: `step`, the product's own, and single, chunked, persistent, persistent-register, naive,
/// coalesced, row-shared of the ladder.
/// @throws Error usage for sizes beyond the device's limits; no_device where the device cannot run
///         the variant
std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options);

/// Of kleene: classic, classic-vector, classic-transposed, wide.
std::unique_ptr<Tiles> make_ladder_tiles(Launcher& launcher, Slabs& slabs,
                                         const EngineOptions& options);

}  // namespace apsp::opencl

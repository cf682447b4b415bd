// The operations on tiles, one set per kind of device, and plain Floyd-Warshall. Which kernels and
// configuration they run with is data: see configuration.hpp.
#pragma once

#include <memory>

#include "algorithms/engine_options.hpp"
#include "algorithms/tiles.hpp"
#include "apsp/devices.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

// What each kind will take in addition to the matrix.
EnginePlan plan_gpu_tiles(const Device& device, const EngineOptions& options);
EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options);

/// Operands go through local memory into registers; closing a tile costs no launch of its own. Over
/// or_and there are 32 vertices per word.
std::unique_ptr<Tiles> make_gpu_tiles(Launcher& launcher, Slabs& slabs,
                                      const EngineOptions& options);

/// One work-item per tile, packed operands, no local memory and no barrier.
std::unique_ptr<Tiles> make_cpu_tiles(Launcher& launcher, Slabs& slabs,
                                      const EngineOptions& options);

/// The variants of fw: `step`, this project's own, and the ladder's single, chunked, persistent,
/// persistent-register, naive, coalesced and row-shared.
/// @throws Error usage for sizes beyond the device's limits; no_device where the device cannot run
///         the variant
std::unique_ptr<Steps> make_steps(Launcher& launcher, const Slabs& slabs,
                                  const EngineOptions& options);

}  // namespace apsp::opencl

// Plain Floyd-Warshall, and the steps of the literature, on CUDA.
#pragma once

#include <memory>

#include "algorithms/tiles.hpp"
#include "backends/cuda/slabs.hpp"

namespace apsp::cuda {

/// Of fw: `step`, which `kernels` have, and those of the ladder.
/// @throws Error usage for sizes that the kernels lack, no_device for those that the device lacks
std::unique_ptr<Steps> make_steps(const Kernels& kernels, Queue& queue, const Slabs& slabs,
                                  const EngineOptions& options);
/// For a matrix in one slab.
std::unique_ptr<Tiles> make_ladder_tiles(Queue& queue, Slabs& slabs, const EngineOptions& options);

}  // namespace apsp::cuda

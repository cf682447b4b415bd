// The operations on tiles, for one kind of device each. Which kernels and configuration they run
// with is data: see configurations.hpp.
#pragma once

#include <functional>
#include <memory>

#include "algorithms/engine_options.hpp"
#include "algorithms/tiles.hpp"
#include "apsp/devices.hpp"
#include "backends/engine_plan.hpp"
#include "backends/opencl/bit_matrix.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/slabs.hpp"

namespace apsp::opencl {

/// A slab as kernels take it: its leading dimension is in their words.
struct Words {
    cl::Buffer buffer;
    std::size_t ld = 0;
};
using FindWords = std::function<Words(const Slab&)>;

/// Tiles, and the matrix of bits that they work on over or_and, beside the slab's bytes; it is
/// null otherwise.
struct MadeTiles {
    std::unique_ptr<BitMatrix> bits;
    std::unique_ptr<Tiles> tiles;
};

// What each kind will take beside the matrix.
EnginePlan plan_gpu_tiles(const Device& device, const EngineOptions& options);
EnginePlan plan_gpu_bit_tiles(const Device& device, const EngineOptions& options);
EnginePlan plan_cpu_tiles(const Device& device, const EngineOptions& options);

/// Operands through local memory into registers; a closed tile costs no launch of its own.
MadeTiles make_gpu_tiles(Launcher& launcher, Slabs& slabs, const EngineOptions& options);

/// The same for or_and, with 32 vertices per word.
MadeTiles make_gpu_bit_tiles(Launcher& launcher, const EngineOptions& options);

/// One work-item per tile, packed operands, no local memory and no barrier.
MadeTiles make_cpu_tiles(Launcher& launcher, const Slabs& slabs, const EngineOptions& options);

}  // namespace apsp::opencl

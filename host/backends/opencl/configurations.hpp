// Configurations of the tile kernels: data, chosen by what a device is and checked against its
// limits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/engine.hpp"
#include "apsp/devices.hpp"
#include "backends/opencl/program.hpp"

namespace apsp::opencl {

/// Of update_gpu.cl, close_gpu.cl and panel_gpu.cl; the members are their macros, described there.
struct GpuConfiguration {
    std::size_t tm, tn, rm, rn, kd, ud, kp, band;
    bool by_columns;
    std::size_t max_registers;  ///< 0: the compiler decides.
    std::size_t sd, pn;
    bool skip;  ///< Leave one group idle beside the one that closes a tile.
    const char* minimum;
    bool two_lanes_ptx = false;  ///< Two 16-bit lanes an instruction, through PTX.

    std::size_t update_group() const { return tm / rm * (tn / rn); }
    KernelOptions update_options(const EngineOptions& options) const;
    KernelOptions tile_options(const EngineOptions& options, std::size_t tile,
                               const Device& device) const;
};

/// Of update_cpu.cl and close_cpu.cl.
struct CpuConfiguration {
    std::size_t vw, rows, column_vectors, close_vectors;
    bool plus_fma, broadcast_asm;
    std::size_t depth = 0;  ///< Pivots of one product, at most; 0 for a whole outer block.

    KernelOptions options(const EngineOptions& options, std::size_t tile) const;
};

GpuConfiguration gpu_configuration(const Device& device, const EngineOptions& options);
CpuConfiguration cpu_configuration(const Device& device, const EngineOptions& options);

/// What an element of the matrix is that the CPU kernels work on: over or_and a word of bits.
Dtype element_of(const EngineOptions& options);
/// Elements in the columns of their tiles.
std::size_t cpu_tile_columns(const EngineOptions& options);

/// Elements of a vector of that CPU, at most 16. Wider ones make PoCL's compiler print warnings.
std::size_t cpu_vector_width(const Device& device, Dtype dtype);

/// Sizes of blocks within blocks for n padded vertices: the device's choice, or the user's.
/// @throws Error usage when what the user forces is no configuration of these kernels
std::vector<std::size_t> gpu_blocks(const EngineOptions& options, std::size_t ld);
std::vector<std::size_t> gpu_bit_blocks(const EngineOptions& options);
std::vector<std::size_t> cpu_blocks(const EngineOptions& options, const Device& device);

}  // namespace apsp::opencl

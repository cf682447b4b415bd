// Configurations of kernels: which one a device gets, checked against its limits, what the user's
// settings may change of it, and what tuning tries.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/engine_options.hpp"
#include "apsp/devices.hpp"
#include "backends/gpu_results.hpp"
#include "backends/gpu_slabs.hpp"
#include "backends/gpu_sweeps.hpp"
#include "backends/kernel_options.hpp"
#include "backends/kernel_shapes.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {

/// The kernels that get a member of a configuration as a macro. Asking for `none` gives only the
/// members of `all`.
enum class Kernels { all, product, tiles, none };

/// A member of a configuration. All code that takes configurations apart goes by these.
template <class Configuration>
struct Member {
    std::string_view name;   ///< Of the setting, in tuning files and in candidates.
    std::string_view macro;  ///< Undefined where the value is 0. Empty if only the host uses it.
    std::size_t Configuration::*value;
    Kernels kernels = Kernels::all;
    std::initializer_list<std::size_t> allowed = {};  ///< Empty if it is not a setting.
};

/// How close_square.cl cuts squares. All zeros: it does not.
struct ClosingShape {
    std::size_t parts = 0;      ///< PARTS of a group's tile.
    std::size_t item_rows = 0;  ///< ITEM_ROWS: rows of a work-item in a part.
    std::size_t item_cols = 0;  ///< ITEM_COLS: its columns.
    double least = 0;           ///< The share of compute units that have to be busy for it to pay.

    /// Groups for a square: those that hold tiles, and one more.
    std::size_t groups(std::size_t square) const;
    /// WORDS: of a group's local memory.
    std::size_t words() const;
};
/// For squares of this size and smaller ones. Each group needs a compute unit to itself.
ClosingShape closing_shape(const Device& device, const EngineOptions& options, std::size_t square);
/// Memory for the strips that its groups pass each other, in two pairs.
std::uint64_t strip_bytes(const EngineOptions& options, std::size_t square);

/// For update_gpu.cl (product), close_gpu.cl and panel_gpu.cl (tiles), which describe the members.
struct GpuConfiguration {
    std::size_t tm, tn, rm, rn, kd, ud, kp, band;
    std::size_t by_columns;
    std::size_t max_registers;  ///< 0: the compiler decides.
    std::size_t sd, pn;
    std::size_t skip;  ///< Number of the group left idle while another closes a tile; 0 for none.
    std::size_t min_bits, min_ternary;
    std::size_t min_ternary_all = 0;
    std::size_t two_lanes_ptx = 0;
    std::size_t together = 0;  ///< Whether one launch closes whole blocks.

    static std::span<const Member<GpuConfiguration>> members();

    std::size_t update_group() const { return tm / rm * (tn / rn); }
    KernelOptions update_options(const EngineOptions& options) const;
    KernelOptions tile_options(const EngineOptions& options, std::size_t tile) const;
    KernelOptions closing_options(const Device& device, const EngineOptions& options,
                                  const ClosingShape& shape) const;
};

/// For update_cpu.cl and close_cpu.cl.
struct CpuConfiguration {
    std::size_t vw, rows, column_vectors, close_vectors;
    std::size_t plus_fma, broadcast_asm;
    std::size_t depth = 0;  ///< Pivots of one product, at most; 0 for a whole outer block.

    static std::span<const Member<CpuConfiguration>> members();

    KernelOptions options(const EngineOptions& options, std::size_t tile) const;
};

/// For sweep.cl.
struct SweepConfiguration : SweepShape {
    static std::span<const Member<SweepConfiguration>> members();
};

// Constants that kernels and host share; each comment begins with the macro.
inline constexpr std::size_t kTile = 64;         // TS, unless the user chooses another
inline constexpr std::size_t kMicro = 4;         // MICRO: edge of a work-item's part of a tile
inline constexpr std::size_t kPivots = 32;       // TS: pivots of a step of close_square.cl
inline constexpr std::size_t kAcross = 16;       // ACROSS: its work-items in a row, and in a column
inline constexpr std::size_t kCpuTileRows = 64;  // TILE_ROWS: rows of C per work-item
inline constexpr std::size_t kWordBits = 32;     // vertices per word of a matrix of bits

/// The members that are settings, and the block if there is one.
template <class Configuration>
Settings to_settings(const Configuration& configuration, std::size_t block = 0) {
    Settings settings;
    if (block != 0) settings["block"] = block;
    for (const auto& member : Configuration::members()) {
        if (member.allowed.size() == 0) continue;
        settings[std::string(member.name)] = configuration.*member.value;
    }
    return settings;
}

/// The device's row of the table, completed for the device and overridden by the settings.
/// @throws Error usage for settings that do not exist, and for values that the kernels or the
///         device do not allow
GpuConfiguration gpu_configuration(const Device& device, const EngineOptions& options);
CpuConfiguration cpu_configuration(const Device& device, const EngineOptions& options);
SweepConfiguration sweep_configuration(const Device& device, const EngineOptions& options);

/// How batch_gpu.cl is built, without the macros that depend on the size of matrices.
KernelOptions batch_options(const Device& device, const EngineOptions& options);

/// How predecessors are searched for, and the memory that this will take.
SearchShape search_shape(const Device& device, const EngineOptions& options);
void plan_search(const Device& device, const EngineOptions& options, EnginePlan& plan);

/// How sweep.cl is built.
KernelOptions sweep_options(const Device& device, const EngineOptions& options);

/// Whether slabs hold bits: over or_and, but for the ladder and fw.
bool in_bits(const EngineOptions& options);
/// Rows of bits are whole tiles of a product.
SlabLayout slab_layout(const Device& device, const EngineOptions& options);

/// The element type of the matrix that the CPU kernels work on: over or_and, a word of bits.
inline Dtype element_of(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? Dtype::i32 : options.dtype;
}
/// Width of their tiles, in elements.
inline std::size_t cpu_tile_columns(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? 32 : kPadding;
}

/// Elements of a vector of that CPU, at most 16. Wider ones make PoCL's compiler print warnings.
std::size_t cpu_vector_width(const Device& device, Dtype dtype);

/// Sizes of blocks within blocks: the device's choice, or the user's.
/// @throws Error usage when these kernels lack the sizes that the user asks for
std::vector<std::size_t> gpu_blocks(const Device& device, const EngineOptions& options);
std::vector<std::size_t> cpu_blocks(const EngineOptions& options, const Device& device);

/// What tuning tries. A stage varies a few members; its best goes into the next stage.
std::vector<std::vector<Settings>> gpu_candidates();
std::vector<std::vector<Settings>> cpu_candidates(const EngineOptions& options);
std::vector<std::vector<Settings>> sweep_candidates(const Device& device);

}  // namespace apsp::opencl

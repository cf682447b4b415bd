// Turns a row of the table into the options that kernels are built with. Rates are relaxations per
// second.
#include "backends/opencl/configurations.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "backends/gpu_ladder.hpp"
#include "backends/opencl/quirks.hpp"
#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

// Edges of tiles that exist.
constexpr std::size_t kGpuTiles[] = {32, 64};
constexpr std::size_t kCpuTiles[] = {64, 128};

// From small tiles to large. On an H200, n = 2048 takes 0.75 ms with the last, and 0.90 with tiles
// of 64 alone; but n = 1792, for which it makes 98 groups, takes 0.66 and 0.65.
constexpr ClosingShape kClosingShapes[] = {
    {1, 4, 4}, {2, 8, 2}, {2, 4, 4}, {2, 4, 8}, {2, 8, 8, 0.8}};

// Rows of a block that one launch closes. On an H200 it takes 0.16 ms, and f32 n = 4096 takes 5.0
// ms with it, 5.14 with blocks of 2048, and 5.3 with blocks of 512 and tiles of 64. In f64, n =
// 4096 takes 15.1 ms with it, and 15.4 with blocks of 512.
constexpr std::size_t kClosingBlock = 1024;

void check_fits(const GpuConfiguration& c, const Device& device, Dtype dtype) {
    const std::size_t local = 2 * c.kd * (c.tm + c.tn) * std::max<std::size_t>(size_of(dtype), 4);
    const std::size_t group = std::max<std::size_t>(c.update_group(), 256);
    if (device.largest_work_group < group || device.local_memory < local) {
        throw Error(
            ErrorKind::usage,
            fmt::format("the kernels for GPUs need work-groups of {} and {} of local memory; "
                        "device {} ({}) allows {} and {}; try SolveOptions::algorithm fw",
                        group, format_bytes(local), device.index, device.name,
                        device.largest_work_group, format_bytes(device.local_memory)));
    }
}

/// `block` is the device's choice; 0 for tiles alone.
std::vector<std::size_t> choose_blocks(const EngineOptions& options, std::size_t block,
                                       std::span<const std::size_t> tiles) {
    const std::size_t tile = options.tile == 0 ? kTile : options.tile;
    if (std::ranges::find(tiles, tile) == tiles.end()) {
        throw Error(ErrorKind::usage, fmt::format("tile {}: these kernels have tiles of {}", tile,
                                                  fmt::join(tiles, " and ")));
    }
    if (const auto tuned = options.settings.find("block"); tuned != options.settings.end()) {
        block = tuned->second;
        check_block(block);
    }
    if (options.block != 0) block = options.block;
    if (block == 0) block = tile;
    if (block != tile && block % std::max(tile, kPadding) != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("block {}: expected the tile, {}, or a multiple of "
                                "{}",
                                block, tile, std::max(tile, kPadding)));
    }
    if (block == tile) return {tile};
    return {block, tile};
}

}  // namespace

KernelOptions GpuConfiguration::update_options(const EngineOptions& engine) const {
    KernelOptions options{engine.dtype, engine.semiring, to_defines(*this, Kernels::product)};
    if (max_registers != 0) options.extra = fmt::format("-cl-nv-maxrregcount={}", max_registers);
    return options;
}

KernelOptions GpuConfiguration::tile_options(const EngineOptions& engine, std::size_t tile) const {
    GpuConfiguration own = *this;
    own.sd = std::min(sd, tile);
    return {
        engine.dtype, engine.semiring,
        to_defines(own, Kernels::tiles,
                   {{"TS", tile}, {"MICRO", kMicro}, {"PT", kSquare}, {"PACK_GROUP", kPackItems}})};
}

KernelOptions GpuConfiguration::closing_options(const Device& device, const EngineOptions& engine,
                                                const ClosingShape& shape) const {
    KernelOptions options = tile_options(engine, kPivots);
    const std::size_t polls = polls_between_groups(device);
    // A GPU runs all groups within a few us, or not at all; threads may wait for time slices.
    options.defines.insert(
        options.defines.end(),
        {{"PARTS", shape.parts},
         {"ITEM_ROWS", shape.item_rows},
         {"ITEM_COLS", shape.item_cols},
         {"POLLS", polls},
         {"MEETING_POLLS", device.kind == DeviceKind::gpu ? polls / 64 : polls}});
    return options;
}

KernelOptions CpuConfiguration::options(const EngineOptions& engine, std::size_t tile) const {
    const Dtype element = element_of(engine);
    CpuConfiguration own = *this;
    if (is_integral(element)) own.plus_fma = own.broadcast_asm = 0;
    Defines more = {{"CLOSE_TILE", tile},
                    {"TILE_ROWS", kCpuTileRows},
                    {"TILE_COLS", cpu_tile_columns(engine)},
                    {"MS", kSquare},
                    {"MIN_TERNARY", 1}};
    if (engine.semiring == Semiring::or_and) more.emplace_back("BITS", 1);
    if (vw > 16) more.emplace_back("WIDE", 1);
    return {element, engine.semiring, to_defines(own, Kernels::all, more)};
}

GpuConfiguration gpu_configuration(const Device& device, const EngineOptions& options) {
    GpuConfiguration c = gpu_row(device, options);
    if (c.skip != 0) c.skip = device.compute_units;
    if (needs_ternary_minima(device)) {
        c.min_bits = c.min_ternary = 0;
        c.min_ternary_all = 1;
    }
    // Narrower panels make enough groups for a small matrix.
    if (gpu_family(device) == GpuFamily::nvidia && options.n <= 1024) c.pn = 16;
    // Others have not been measured, and promise nothing about groups that wait for each other.
    c.together = fence_between_groups(device) == GroupFence::ptx ? 1 : 0;
    c.two_lanes_ptx = size_of(options.dtype) < 4 && needs_two_lanes_ptx(device) ? 1 : 0;
    apply(options.settings, c, device, options);
    check_fits(c, device, options.dtype);
    return c;
}

CpuConfiguration cpu_configuration(const Device& device, const EngineOptions& options) {
    CpuConfiguration c = cpu_row(device, options);
    if (c.broadcast_asm != 0 && !builds_broadcast_assembly(device))
        c.plus_fma = c.broadcast_asm = 0;
    // A tile takes at most 128 steps of 4 x 2 vectors, each with `depth` pivots of 15 iterations if
    // nothing is unrolled.
    if (iteration_limit(device)) c.depth = 32;
    apply(options.settings, c, device, options);
    return c;
}

SweepConfiguration sweep_configuration(const Device& device, const EngineOptions& options) {
    SweepConfiguration c = sweep_row(device, options);
    apply(options.settings, c, device, options);
    return c;
}

KernelOptions sweep_options(const Device& device, const EngineOptions& engine) {
    Defines more = {{"SLOT_BITS", SweepSchedule::kSlotBits},
                    {"GROUP_BITS", SweepSchedule::kGroupBits}};
    if (needs_ternary_minima(device) || device.kind != DeviceKind::gpu) {
        more.emplace_back("MIN_TERNARY_ALL", 1);
    } else if (engine.dtype == Dtype::f64) {
        more.emplace_back("MIN_TERNARY", 1);
    }
    return {engine.dtype, engine.semiring,
            to_defines(sweep_configuration(device, engine), Kernels::all, more)};
}

KernelOptions batch_options(const Device& device, const EngineOptions& engine) {
    KernelOptions options = {engine.dtype, engine.semiring,
                             to_defines(gpu_configuration(device, engine), Kernels::none)};
    // 16 warps per multiprocessor: an eighth faster than with the compiler's own choice.
    if (gpu_family(device) == GpuFamily::nvidia) options.extra = "-cl-nv-maxrregcount=128";
    return options;
}

bool in_bits(const EngineOptions& options) {
    const auto of_ladder = gpu_ladder_variants(options.algorithm);
    return options.semiring == Semiring::or_and && options.algorithm != Algorithm::fw &&
           std::ranges::find(of_ladder, options.variant) == of_ladder.end();
}

SlabLayout slab_layout(const Device& device, const EngineOptions& options) {
    const std::size_t bytes = size_of(options.dtype);
    if (!in_bits(options)) return {bytes, false};
    return {bytes, true,
            options.variant == "gpu" ? gpu_configuration(device, options).tn
                                     : cpu_tile_columns(options)};
}

Dtype element_of(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? Dtype::i32 : options.dtype;
}

std::size_t cpu_tile_columns(const EngineOptions& options) {
    return options.semiring == Semiring::or_and ? 32 : kPadding;
}

std::size_t cpu_vector_width(const Device& device, Dtype dtype) {
    const std::size_t bytes = names_avx512(device) ? 64 : 32;
    return std::min<std::size_t>(bytes / size_of(dtype), 16);
}

std::size_t ClosingShape::groups(std::size_t square) const {
    const std::size_t rows = parts * kAcross * item_rows, cols = kAcross * item_cols;
    return (square + rows - 1) / rows * (square / cols) + 1;
}

std::size_t ClosingShape::words() const {
    const std::size_t of_tile = kPivots * (kAcross * (item_rows + item_cols) + kPivots);
    return std::max(of_tile, kPivots * (5 * kPivots + 8));
}

ClosingShape closing_shape(const Device& device, const EngineOptions& options, std::size_t square) {
    if (size_of(options.dtype) < 4 || options.semiring == Semiring::or_and) return {};
    for (const ClosingShape& shape : kClosingShapes) {
        const std::size_t groups = shape.groups(square);
        // 64 bits take two registers, of which a work-item has 255.
        const std::size_t registers =
            shape.parts * shape.item_rows * shape.item_cols * size_of(options.dtype) / 4;
        // Columns are read in vectors of 16 bytes.
        if (shape.item_cols * size_of(options.dtype) < 16) continue;
        if (shape.words() * size_of(options.dtype) <= device.local_memory && registers <= 128 &&
            groups <= device.compute_units &&
            static_cast<double>(groups) >= shape.least * static_cast<double>(device.compute_units))
            return shape;
    }
    return {};
}

std::uint64_t strip_bytes(const EngineOptions& options, std::size_t square) {
    return 4 * std::uint64_t{square} * square * size_of(options.dtype);
}

namespace {

/// Whether one launch closes squares of this size, of a matrix with ld padded vertices.
bool closes_together(const Device& device, const EngineOptions& options, std::size_t ld,
                     std::size_t square) {
    if (options.tile != 0 || square % kPadding != 0) return false;
    if (gpu_configuration(device, options).together == 0) return false;
    const std::uint64_t matrices = std::uint64_t{ld} * ld * (options.keep_weights ? 2 : 1);
    const std::uint64_t needed = matrices * size_of(options.dtype) + strip_bytes(options, square);
    if (device.memory != 0 && needed > device.memory) return false;
    return closing_shape(device, options, square).parts != 0;
}

}  // namespace

std::vector<std::size_t> gpu_blocks(const Device& device, const EngineOptions& options) {
    if (options.semiring == Semiring::or_and) return choose_blocks(options, 512, {{kTile}});
    const std::size_t ld = padded(options.n);
    // Products of a symmetric matrix, and of one in stripes, are separate from the tiles, so blocks
    // are whole tiles of the product.
    const bool apart = options.symmetric || options.stripe_rows != 0;
    const std::size_t large = options.terms != 0 ? 1024 : 512;
    const std::size_t block = ld > 2048 ? large : apart ? kPadding : 0;
    const auto closes = [&](std::size_t square) {
        return closes_together(device, options, ld, square);
    };
    const bool asked = options.block != 0 || options.settings.contains("block");
    if (!apart && !asked && options.algorithm != Algorithm::rkleene) {
        if (closes(ld)) return {ld};
        const bool pays = ld > 2 * kClosingBlock && size_of(options.dtype) >= 4;
        if (pays && closes(kClosingBlock)) return {kClosingBlock};
    }
    auto blocks = choose_blocks(options, block, kGpuTiles);
    const std::size_t square = std::min(blocks.front(), ld);
    if (asked && square > kTile && closes(square)) return {square};
    if (apart && blocks.size() == 1) blocks.insert(blocks.begin(), block);
    // A block's own rows are relaxed by products, too, as far as these have whole tiles.
    if (options.terms != 0 && blocks.size() == 2 && blocks.front() % (2 * kPadding) == 0) {
        blocks.insert(blocks.begin() + 1, kPadding);
    }
    return blocks;
}

std::vector<std::size_t> cpu_blocks(const EngineOptions& options, const Device& device) {
    // Blocks of 256 with tiles of 64 are best for every n; tiles alone are 20 to 35 % slower.
    const auto blocks = choose_blocks(options, 256, kCpuTiles);
    // Closing a tile of 128 takes 65536 iterations.
    if (const auto limit = iteration_limit(device); limit && blocks.back() > 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: llvmpipe allows {} iterations per work-item, enough for "
                                "a tile of 64",
                                blocks.back(), *limit));
    }
    return blocks;
}

}  // namespace apsp::opencl

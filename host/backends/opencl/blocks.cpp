// The blocks that a matrix is cut into: those within blocks, squares that one launch closes, and
// where rows consist of bits.
#include <fmt/ranges.h>

#include "backends/gpu_steps.hpp"
#include "backends/opencl/configuration_table.hpp"
#include "backends/opencl/quirks.hpp"

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
        if (block == 0 || block > 2048 || block % kPadding != 0) {
            refuse("block", block, "expected a multiple of 128 up to 2048");
        }
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

bool in_bits(const EngineOptions& options) {
    const auto of_ladder = gpu_ladder_variants(options.algorithm);
    return options.semiring == Semiring::or_and && options.algorithm != Algorithm::fw &&
           std::ranges::find(of_ladder, options.variant) == of_ladder.end();
}

SlabLayout slab_layout(const Device& device, const EngineOptions& options) {
    const std::size_t bytes = size_of(options.dtype);
    if (!in_bits(options)) return {bytes};
    return {bytes, true,
            options.variant == "gpu" ? gpu_configuration(device, options).tn
                                     : cpu_tile_columns(options)};
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
    if (const auto limit = quirks_of(device).iteration_limit; limit && blocks.back() > 64) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: llvmpipe allows {} iterations per work-item, enough for "
                                "a tile of 64",
                                blocks.back(), *limit));
    }
    return blocks;
}

}  // namespace apsp::opencl

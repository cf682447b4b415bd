// Which of the processor's engines solves what, and what they share.
#include "backends/cpu/engine.hpp"

#include "base/text.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace cpu {
namespace {

// Pivots of an outer block, on which the packed operands' size depends: two panels of n x 256 are
// 1.6 % of a matrix of n = 32768. 128 is 3 % slower, 512 no faster, tiles alone 40 % slower.
constexpr std::size_t kBlock = 256;

}  // namespace

std::vector<std::size_t> choose_blocks(const EngineOptions& options) {
    const std::size_t tile = options.tile == 0 ? kTile : options.tile;
    const std::size_t block = options.block == 0 ? std::max(kBlock, tile) : options.block;
    if (tile != kTile && tile != 2 * kTile) {
        throw Error(ErrorKind::usage,
                    fmt::format("tile {}: cpu has tiles of {} and {}", tile, kTile, 2 * kTile));
    }
    if (block % tile != 0) {
        throw Error(ErrorKind::usage,
                    fmt::format("block {}: not a multiple of the tile, {}", block, tile));
    }
    if (block == tile) return {tile};
    return {block, tile};
}

}  // namespace cpu

std::vector<std::string_view> cpu_instruction_sets() {
    std::vector<std::string_view> sets;
    for (const auto* kernels : cpu::available_kernels<float>()) sets.push_back(kernels->isa);
    return sets;
}

EnginePlan plan_cpu_engine(const EngineOptions& options) {
    if (options.algorithm == Algorithm::fw) return {};
    const auto blocks = cpu::choose_blocks(options);
    const std::size_t ld = padded(options.n);
    const bool bits = options.semiring == Semiring::or_and;
    const std::size_t operands =
        bits ? cpu::operand_bytes<cpu::Bits>(ld, ld, blocks) : visit(options.dtype, [&](auto zero) {
            return cpu::operand_bytes<decltype(zero)>(options.rows(), ld, blocks);
        });
    EnginePlan plan{blocks, blocks.back(), {{"packed operands", operands}}};
    if (bits) plan.buffers.push_back({"matrix of bits", ld * cpu::bit_words(ld) * 4});
    return plan;
}

std::unique_ptr<Engine> open_cpu_engine(const EngineOptions& options) {
    if (!defined_in(options.semiring, options.dtype)) {
        throw Error(ErrorKind::usage, fmt::format("{} does not exist in {}", name(options.semiring),
                                                  name(options.dtype)));
    }
    if (options.algorithm == Algorithm::fw) return cpu::open_step_engine(options);
    if (options.semiring == Semiring::or_and) return cpu::open_bit_engine(options);
    return cpu::open_tile_engine(options);
}

}  // namespace apsp

// See engine.hpp.
#include "backends/cpu/engine.hpp"

#include "backends/cpu/predecessors.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"

namespace apsp {
namespace cpu {
namespace {

// Pivots of an outer block, on which the packed operands' size depends: two panels of n x 256 are
// 1.6 % of a matrix of n = 32768. 128 is 3 % slower, 512 no faster, tiles alone 40 % slower.
constexpr std::size_t kBlock = 256;

template <class T>
class HostResults final : public Results {
  public:
    HostResults(const EngineOptions& options, const Slabs& slabs)
        : kernels_(find_kernels<T>(options)),
          slabs_(slabs),
          threads_(options.variant == "serial" ? 1 : omp_get_max_threads()) {}

    void predecessors(const TightArcs& arcs, Matrix& predecessors) override {
        find_predecessors(kernels_, slabs_.matrix<T>(), arcs, threads_, predecessors);
    }

  private:
    const Kernels<T>& kernels_;
    const Slabs& slabs_;
    int threads_;
};

class HostEngine final : public Engine {
  public:
    explicit HostEngine(const EngineOptions& options) : slabs_(options.dtype, options.semiring) {
        const bool bits = options.semiring == Semiring::or_and;
        if (options.algorithm == Algorithm::fw) {
            steps_ = make_steps(options, slabs_);
        } else if (bits) {
            auto tiles = make_bit_tiles(options, slabs_);
            bits_ = tiles.get();
            tiles_ = std::move(tiles);
        } else {
            tiles_ = make_tiles(options, slabs_);
        }
        if (options.semiring != Semiring::min_plus) return;
        results_ = visit(options.dtype, [&](auto zero) -> std::unique_ptr<Results> {
            return std::make_unique<HostResults<decltype(zero)>>(options, slabs_);
        });
    }

    DeviceMemory& memory() override { return slabs_; }
    Tiles* tiles() override { return tiles_.get(); }
    Steps* steps() override { return steps_.get(); }
    Results* results() override { return results_.get(); }

    void begin() override {
        if (bits_ != nullptr) bits_->pack();
        watch_ = {};
    }
    void finish() override { seconds_ = watch_.lap(); }
    double compute_seconds() const override { return seconds_; }
    void end() override {
        if (bits_ != nullptr) bits_->unpack();
    }

  private:
    Slabs slabs_;
    std::unique_ptr<Tiles> tiles_;
    std::unique_ptr<Steps> steps_;
    std::unique_ptr<Results> results_;
    BitTiles* bits_ = nullptr;  // tiles_, over or_and
    Stopwatch watch_;
    double seconds_ = 0;
};

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
    return std::make_unique<cpu::HostEngine>(options);
}

}  // namespace apsp

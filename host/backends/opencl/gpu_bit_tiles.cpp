// Reachability on GPUs, 32 vertices a word: the matrix of bytes is packed into one of bits, worked
// on, and unpacked. A relaxation of a word is one instruction, so nearly all the time is the same
// product as for other semirings; closing a tile and its rows need no kernel of their own.
#include <algorithm>

#include "backends/opencl/bit_matrix.hpp"
#include "backends/opencl/gpu_product.hpp"
#include "backends/opencl/tiles.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kBitDepth = 512;  // pivots of one product, at most

std::size_t depth_of(const std::vector<std::size_t>& blocks) {
    return std::max(blocks.front(), kBitDepth);
}
/// Words of a row: whole tiles of the product.
std::size_t words_of(std::size_t vertices, const GpuConfiguration& configuration) {
    return (vertices / BitMatrix::kWord + configuration.tn - 1) / configuration.tn *
           configuration.tn;
}

class GpuBitTiles final : public Tiles {
  public:
    GpuBitTiles(Launcher& launcher, const EngineOptions& options)
        : launcher_(launcher),
          configuration_(gpu_configuration(launcher.description(), options)),
          blocks_(gpu_bit_blocks(options)),
          product_(launcher, configuration_, options, "bits_gpu.cl", bit_options(options)),
          bits_(launcher, options.n),
          close_(launcher.build("bits_gpu.cl", bit_options(options)), "close_bits") {}

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void attach(const cl::Buffer& matrix, std::size_t ld) override {
        ld_ = words_of(ld, configuration_);
        bits_.pack(matrix, ld, ld_);
        product_.attach(ld, ld_, std::min(depth_of(blocks_), ld));
        product_.work_on({bits_.buffer()}, {bits_.buffer()});
    }
    void detach() override { bits_.unpack(); }

    void close(Range tile) override {
        launcher_.launch(close_, cl::NDRange(tile.size()), cl::NDRange(tile.size()), bits_.buffer(),
                         offset(tile.first * ld_ + tile.first / BitMatrix::kWord), offset(ld_));
    }
    void update(const Rows& rows, Range via, Range cols, Part part) override {
        product_.update(rows, via, cols, part);
    }

  private:
    KernelOptions bit_options(const EngineOptions& options) const {
        return {options.dtype, options.semiring, {{"TS", blocks_.back()}}};
    }

    Launcher& launcher_;
    GpuConfiguration configuration_;
    std::vector<std::size_t> blocks_;
    GpuProduct product_;
    BitMatrix bits_;
    std::size_t ld_ = 0;  // in words
    cl::Kernel close_;
};

}  // namespace

EnginePlan plan_gpu_bit_tiles(const Device& device, const EngineOptions& options) {
    const GpuConfiguration configuration = gpu_configuration(device, options);
    const std::size_t rows = padded(options.n);
    const std::size_t ld = words_of(rows, configuration);
    const auto blocks = gpu_bit_blocks(options);
    return {blocks,
            blocks.back(),
            {{"matrix of bits", BitMatrix::bytes(rows, ld)},
             {"packed operands", GpuProduct::operand_bytes(configuration, WordLayout(options), rows,
                                                           ld, depth_of(blocks))}}};
}

std::unique_ptr<Tiles> open_gpu_bit_tiles(Launcher& launcher, const EngineOptions& options) {
    return std::make_unique<GpuBitTiles>(launcher, options);
}

}  // namespace apsp

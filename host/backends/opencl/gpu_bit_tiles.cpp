// Reachability on GPUs, 32 vertices per word. A relaxation of a word is one instruction, so nearly
// all the time goes into the same product as for other semirings, and no kernel is needed that
// closes a tile together with its rows.
#include <algorithm>

#include "backends/opencl/gpu_product.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

/// Words of the widest slab's rows.
std::size_t words_of(const Device& device, const EngineOptions& options) {
    return row_bytes(device, options, padded(options.n)) / sizeof(cl_uint);
}

class GpuBitTiles final : public Tiles {
  public:
    GpuBitTiles(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
                const KernelOptions& bit_options)
        : launcher_(launcher),
          slabs_(slabs),
          blocks_(gpu_bit_blocks(options)),
          product_(launcher, gpu_configuration(launcher.description(), options), options,
                   "bits_gpu.cl", bit_options, words_of(launcher.description(), options),
                   std::min(product_depth(blocks_), padded(options.n)), slabs) {
        std::tie(close_) = launcher.kernels("bits_gpu.cl", bit_options, "close_bits");
    }

    std::span<const std::size_t> blocks() const override { return blocks_; }

    void close(const View& square) override {
        const std::size_t edge = square.cols.size();
        const Words to = slabs_.words(square.slab, kWordBits);
        launcher_.launch(close_, {edge}, {edge}, to.buffer, to.at(square), offset(to.ld));
    }
    void update(const View& c, const View& a, const View& b, Part part) override {
        product_.update(c, a, b, part);
    }
    /// `update` has no form with half the work, so nothing needs mirroring.
    void mirror(const View&) override {}
    void transpose(const View&, const View&) override {}

  private:
    Launcher& launcher_;
    const Slabs& slabs_;
    std::vector<std::size_t> blocks_;
    GpuProduct product_;
    cl::Kernel close_;
};

}  // namespace

EnginePlan plan_gpu_bit_tiles(const Device& device, const EngineOptions& options) {
    const GpuConfiguration configuration = gpu_configuration(device, options);
    const auto blocks = gpu_bit_blocks(options);
    return {blocks,
            blocks.back(),
            {{"packed operands",
              GpuProduct::operand_bytes(configuration, WordLayout(options.dtype, options.semiring),
                                        options.rows(), words_of(device, options),
                                        std::min(product_depth(blocks), padded(options.n)))}}};
}

std::unique_ptr<Tiles> make_gpu_bit_tiles(Launcher& launcher, Slabs& slabs,
                                          const EngineOptions& options) {
    const KernelOptions bit_options = {
        options.dtype,
        options.semiring,
        {{"TS", gpu_bit_blocks(options).back()}, {"PT", kSquare}, {"PACK_GROUP", kPackItems}}};
    return std::make_unique<GpuBitTiles>(launcher, slabs, options, bit_options);
}

}  // namespace apsp::opencl

// Reachability on GPUs, 32 vertices per word: the matrix of bytes is packed into one of bits,
// worked on, and unpacked. A relaxation of a word is one instruction, so nearly all the time goes
// into the same product as for other semirings, and no kernel is needed that closes a tile together
// with its rows.
#include <algorithm>

#include "backends/opencl/gpu_product.hpp"
#include "graph/padding.hpp"

namespace apsp::opencl {
namespace {

/// Words of a row: whole tiles of the product.
std::size_t words_of(std::size_t vertices, const GpuConfiguration& configuration) {
    return (vertices / kWordBits + configuration.tn - 1) / configuration.tn * configuration.tn;
}

class GpuBitTiles final : public Tiles {
  public:
    GpuBitTiles(Launcher& launcher, const Slabs& slabs, const EngineOptions& options,
                std::size_t ld, const KernelOptions& bit_options)
        : launcher_(launcher),
          slabs_(slabs),
          blocks_(gpu_bit_blocks(options)),
          product_(launcher, gpu_configuration(launcher.description(), options), options,
                   "bits_gpu.cl", bit_options, ld,
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
    const std::size_t rows = padded(options.n);
    const std::size_t ld = words_of(rows, configuration);
    const auto blocks = gpu_bit_blocks(options);
    return {blocks,
            blocks.back(),
            {{"matrix of bits", rows * ld * sizeof(cl_uint)},
             {"packed operands", GpuProduct::operand_bytes(configuration, WordLayout(options), rows,
                                                           ld, product_depth(blocks))}}};
}

std::unique_ptr<Tiles> make_gpu_bit_tiles(Launcher& launcher, Slabs& slabs,
                                          const EngineOptions& options) {
    const KernelOptions bit_options = {
        options.dtype,
        options.semiring,
        {{"TS", gpu_bit_blocks(options).back()}, {"PT", kPack}, {"PACK_GROUP", kPackGroup}}};
    const std::size_t ld =
        words_of(padded(options.n), gpu_configuration(launcher.description(), options));
    slabs.work_in_bits(ld);
    return std::make_unique<GpuBitTiles>(launcher, slabs, options, ld, bit_options);
}

}  // namespace apsp::opencl

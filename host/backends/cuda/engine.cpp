// Which engine runs a variant.
#include "backends/cuda/engine.hpp"

#include "backends/cuda/cuda_engine.hpp"
#include "backends/cuda/ladder.hpp"
#include "graph/padding.hpp"

namespace apsp {

EnginePlan plan_cuda_engine(const Device& device, const EngineOptions& options) {
    using namespace cuda;
    const Card card(device);
    const bool bits = options.semiring == Semiring::or_and;
    const std::uint64_t ld = padded(options.n);
    const std::uint64_t matrix = ld * ld * size_of(options.dtype) / (bits ? 8 : 1);
    EnginePlan plan;
    if (options.stripe_rows == 0) plan.buffers.push_back({"matrix", matrix});
    if (options.variant == "gpu") {  // others work in the matrix itself
        card.use();
        const Tiles tiles(card, kernels_for(options.dtype, options.semiring), options);
        plan.blocks.assign(tiles.blocks().begin(), tiles.blocks().end());
        plan.tile = tiles.tile();
        plan.buffers.push_back({"packed operands, strips of pivots", tiles.bytes(ld)});
    }
    if (options.paths) plan_predecessors(options, predecessor_rows(ld), true, plan);
    const std::size_t piece = transfer_piece(options);
    if (bits) plan.buffers.push_back({"bytes of a transfer", piece});
    plan.buffers.push_back({"pinned, for transfers", kTransferSlots * piece, false});
    return plan;
}

std::unique_ptr<Engine> open_cuda_engine(const Device& device, const EngineOptions& options) {
    if (options.variant == "gpu" || options.variant == "step") {
        return std::make_unique<cuda::CudaEngine>(device, options);
    }
    return cuda::open_ladder_engine(device, options);
}

}  // namespace apsp

// Closes squares on the diagonal, and chooses their size, their blocks and the strips for them.
#pragma once

#include "algorithms/engine_options.hpp"
#include "backends/cuda/shapes.hpp"
#include "backends/gpu_strips.hpp"

namespace apsp::cuda {

class Closer {
  public:
    /// @throws Error usage for tiles and blocks that the kernels lack
    Closer(const Card& card, const Kernels& kernels, const EngineOptions& options);

    /// Edge of the squares that are closed, and the pivots taken at a time.
    std::size_t block() const noexcept { return block_; }
    std::size_t tile() const noexcept { return tile_; }

    /// Of strips.
    std::size_t bytes() const { return in_one_block() ? 0 : strips_.bytes(); }
    void begin(Queue& queue);

    /// `to` is in elements. Launches must run one after the other.
    void close(const Words<Memory>& to, const View& square, cudaStream_t stream);

  private:
    bool in_one_block() const { return kernels_.closing.front().one_block; }
    /// Launches that many blocks, with the kernel's arguments.
    auto with(const ClosingShape& shape, std::size_t blocks, const OnStream& where) const {
        return [&shape, blocks, where](const auto&... arguments) {
            where.launch(shape.kernel, {blocks * shape.threads}, {shape.threads}, arguments...,
                         LocalMemory{shape.shared_bytes});
        };
    }
    /// The one with the smallest tiles that fits; null if none does.
    const ClosingShape* shape_for(std::size_t size) const;
    std::size_t choose_block(const EngineOptions& options) const;
    /// Of the blocks: all multiples of the padding up to it can be closed.
    std::size_t largest() const;

    const Card& card_;
    const Kernels& kernels_;
    std::size_t tile_;
    std::size_t block_;
    GpuStrips<Queue> strips_;
    bool begun_ = false;
};

}  // namespace apsp::cuda

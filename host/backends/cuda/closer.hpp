// Closes squares on the diagonal, and chooses their size, their blocks and the strips for them.
#pragma once

#include "algorithms/engine_options.hpp"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/runtime.hpp"

namespace apsp::cuda {

class Closer {
  public:
    /// @throws Error usage for tiles and blocks that the kernels lack
    Closer(const Card& card, const Kernels& kernels, const EngineOptions& options);

    /// Edge of the squares that are closed, and the pivots taken at a time.
    std::size_t block() const noexcept { return block_; }
    std::size_t tile() const noexcept { return tile_; }

    std::size_t bytes() const noexcept { return 2 * pair_bytes(); }
    void begin(cudaStream_t stream);

    /// `d` is the square's first cell; ld as in Closing. Launches must run one after the other.
    void close(void* d, std::size_t ld, std::size_t size, cudaStream_t stream);

  private:
    /// One launch, which clears the other pair of strips; of a square of 0 it does only that.
    void launch(const ClosingShape& shape, void* d, std::size_t ld, std::size_t size,
                cudaStream_t stream);
    /// The one with the smallest tiles that fits; null if none does.
    const ClosingShape* shape_for(std::size_t size) const;
    /// Of the blocks: all multiples of the padding up to it can be closed.
    std::size_t largest() const;
    /// Of strips: rows and, transposed, columns of a block.
    std::size_t pair_bytes() const {
        return kernels_.closing.front().one_block
                   ? 0
                   : 2 * block_ * block_ * kernels_.layout.word_bytes;
    }

    const Card& card_;
    const Kernels& kernels_;
    std::size_t tile_;
    std::size_t block_ = 0;
    Memory strips_[2];  // pairs: a launch uses the first and clears the second
};

}  // namespace apsp::cuda

// Closes squares on the diagonal, and chooses their size, their blocks and the strips for them.
#pragma once

#include "algorithms/engine_options.hpp"
#include "backends/cuda/kernels.hpp"
#include "backends/cuda/runtime.hpp"

namespace apsp::cuda {

class Closer {
  public:
    /// @throws Error usage for tiles and blocks that the kernels lack
    Closer(const Card& card, const ClosingKernels& kernels, const EngineOptions& options);

    /// Edge of the squares that are closed, and the pivots taken at a time.
    std::size_t block() const noexcept { return block_; }
    std::size_t tile() const noexcept { return tile_; }

    std::size_t bytes() const noexcept { return 4 * strip_values() * kernels_.value_bytes; }
    void begin(cudaStream_t stream);

    /// `d` is the square's first cell; ld as in Closing. Launches must run one after the other.
    void close(void* d, std::size_t ld, std::size_t size, cudaStream_t stream);

  private:
    void clear(void* strips, std::size_t values, cudaStream_t stream) const;
    /// The one with the smallest tiles that fits; null if none does.
    const ClosingShape* shape_for(std::size_t size) const;
    /// Of the blocks: all multiples of the padding up to it can be closed.
    std::size_t largest() const;
    std::size_t strip_values() const {
        return kernels_.shapes.front().one_block ? 0 : block_ * block_;
    }
    unsigned char* strip(int pair, int which) const {
        return strips_.data() + (pair * 2 + which) * strip_values() * kernels_.value_bytes;
    }

    const Card& card_;
    const ClosingKernels& kernels_;
    std::size_t tile_;
    std::size_t block_ = 0;
    Memory strips_;  // two pairs: a launch uses one and clears the other
    int pair_ = 0;
    std::size_t used_[2] = {};  // values of a pair's strips that are not clear
};

}  // namespace apsp::cuda

// The blocked operations: closing squares, and products, on three streams.
#pragma once

#include <array>
#include <optional>

#include "algorithms/tiles.hpp"
#include "backends/cuda/closer.hpp"
#include "backends/cuda/slabs.hpp"
#include "backends/gpu_tensor.hpp"

namespace apsp::cuda {

/// While most rows are still relaxed through one block of pivots, the next block is closed and its
/// rows are relaxed, on an urgent stream: what is short and sequential costs no time of its own.
/// The other rows are dealt to two more streams, so that one has work while a product of the other
/// ends. Any other operation waits for all streams.
class BlockedTiles final : public Tiles {
  public:
    /// `closer` is for matrices of the options' size.
    BlockedTiles(const Kernels& kernels, Closer& closer, Queue& queue, Slabs& slabs,
                 const EngineOptions& options);

    /// Memory for the operands.
    static std::size_t bytes(const Kernels& kernels, const Closer& closer,
                             const EngineOptions& options);

    std::span<const std::size_t> blocks() const override { return blocks_; }
    std::size_t tile() const override { return closer_.tile(); }
    void close(const View& square) override;
    void update(const View& c, const View& a, const View& b, Part part) override;
    void eliminate(const View& c, const View& square) override;
    void transpose(const View& to, const View& from, bool below) override;
    void begin_ahead() override;
    void end_ahead() override { queue_.end_ahead(); }

  private:
    /// A stream, and the operands of the product that runs on it.
    struct Lane {
        cudaStream_t stream;
        Memory a, b;
    };

    /// Where the next operation goes.
    Lane& begin();
    void close_on(const Lane& lane, const View& square) {
        closer_.close(slabs_.words(square.slab, kernels_.layout.elements()), square, lane.stream);
    }
    /// The largest tiles that are enough to fill half of the device, or else the smallest.
    const CudaProductShape& product_shape(std::size_t rows, std::size_t words) const;
    /// One product, no deeper than the operands.
    void multiply(const Lane& lane, const View& c, const View& a, const View& b, Part part);

    const Card& card_;
    const Kernels& kernels_;
    Closer& closer_;
    Queue& queue_;
    Slabs& slabs_;
    GpuProduct<Queue, Slabs> product_;
    std::optional<GpuTensorProduct<Queue, Slabs>> tensor_;
    std::array<std::size_t, 1> blocks_;
    std::size_t depth_;  // pivots of one product, at most
    Lane main_, upper_, ahead_;
    Event later_done_;          // on main_: rows that are to become pivots
    Event upper_done_;          // on upper_
    std::optional<View> next_;  // what `ahead_` has relaxed through all pivots so far
};

}  // namespace apsp::cuda

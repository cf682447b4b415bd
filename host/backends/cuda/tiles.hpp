// The blocked operations: closing squares, and products, on two streams.
#pragma once

#include <array>

#include "backends/cuda/closer.hpp"

namespace apsp::cuda {

/// While most rows are still relaxed through one block of pivots, the next block is closed and its
/// rows are relaxed beside them, on an urgent stream: what is short and sequential costs no time of
/// its own. Whatever else is asked for waits for both streams.
class Tiles {
  public:
    Tiles(const Card& card, const Kernels& kernels, const EngineOptions& options);

    std::span<const std::size_t> blocks() const { return blocks_; }
    std::size_t tile() const { return closer_.tile(); }
    cudaStream_t stream() const { return main_.stream; }

    /// Memory that the operations need beside the matrix, of `ld` padded vertices.
    std::size_t bytes(std::size_t ld) const;
    /// Allocates it; `cell_bits` is the size of an element of the matrix.
    void attach(std::size_t ld, std::size_t cell_bits);

    /// Rows of the matrix, from `first_row` on, in memory of their own.
    struct PlacedRows {
        unsigned char* data = nullptr;
        std::size_t first_row = 0;
    };
    /// Operations concern the rows in `target`, and read those of `via` in `source`.
    void work_on(const PlacedRows& target, const PlacedRows& source);

    // As in Engine.
    void close(Range tile);
    void update(const Rows& rows, Range via, Range cols, Part part);
    void eliminate(Range rows, Range tile, Range cols);

    /// Makes the main stream wait for the other.
    void join();

  private:
    /// A stream, and the operands of the product that runs on it.
    struct Lane {
        Lane(const Card& card, bool urgent) : stream(card, urgent) {}
        Stream stream;
        Memory a, b;
    };

    unsigned char* at(const PlacedRows& rows, std::size_t row, std::size_t column) const {
        return rows.data + ((row - rows.first_row) * ld_ + column) * cell_bits_ / 8;
    }
    std::size_t depth(std::size_t ld) const;
    void close_on(const Lane& lane, Range tile);
    void multiply(const Lane& lane, const Rows& rows, Range via, Range cols, Part part);
    void wait(cudaStream_t waiting, cudaStream_t running, const Event& event);

    const Card& card_;
    const Kernels& kernels_;
    Closer closer_;
    std::array<std::size_t, 1> blocks_;
    Lane main_;
    Lane ahead_;
    Event main_reached_, ahead_reached_, rest_done_;
    bool ahead_runs_ = false;  // since the last `join`
    Range ahead_rows_;         // which `ahead_` has relaxed through all pivots so far
    PlacedRows target_, source_;
    std::size_t rows_;  // that operations can concern
    std::size_t ld_ = 0;
    std::size_t cell_bits_ = 0;
};

}  // namespace apsp::cuda

// A matrix in several pieces of memory on a CUDA device: which rows each holds, and copies of them
// beside the computation.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/engine.hpp"
#include "backends/cuda/runtime.hpp"
#include "backends/cuda/tiles.hpp"
#include "backends/cuda/transfer.hpp"

namespace apsp::cuda {

class Stripes {
  public:
    /// Rows have ld elements of so many bytes.
    Stripes(const Card& card, const std::vector<Stripe>& stripes, std::size_t ld,
            std::size_t element_bytes);

    // As in Engine.
    void place(std::size_t stripe, Range rows) { stripes_[stripe].rows = rows; }
    Mark mark(cudaStream_t stream);
    void put(std::size_t stripe, const Piece& piece, const void* host, Mark mark);
    void get(std::size_t stripe, const Piece& piece, void* host, Mark mark);

    Tiles::PlacedRows rows(std::size_t stripe) const {
        return {memory_[stripe].data(), stripes_[stripe].rows.first};
    }

  private:
    Pitched rows_of(std::size_t stripe, const Piece& piece) const {
        return pitched(stripes_[stripe], piece, row_bytes_, element_bytes_);
    }
    /// Between devices.
    void copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              const Pitched& rows);
    /// Makes what is copied next wait for the operations before the mark.
    void wait_for(Mark mark);

    const Card& card_;
    std::size_t element_bytes_;
    std::size_t row_bytes_;
    std::vector<Stripe> stripes_;
    std::vector<Memory> memory_;
    Stream copies_;
    Transfer transfer_;
    std::vector<std::unique_ptr<Event>> marks_;  // kMarks of them
    Mark next_mark_ = 0;
};

}  // namespace apsp::cuda

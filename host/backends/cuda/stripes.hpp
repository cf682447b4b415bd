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
    /// Rows have so many bytes.
    Stripes(const Card& card, const std::vector<Stripe>& stripes, std::size_t row_bytes);

    // As in Engine.
    void place(std::size_t stripe, Range rows) { stripes_[stripe].rows = rows; }
    Mark mark(cudaStream_t stream);
    void put(std::size_t stripe, Range rows, const void* host, Mark mark);
    void get(std::size_t stripe, Range rows, void* host, Mark mark);

    Tiles::PlacedRows rows(std::size_t stripe) const {
        return {memory_[stripe].data(), stripes_[stripe].rows.first};
    }

  private:
    unsigned char* at(std::size_t stripe, std::size_t row) const {
        return memory_[stripe].data() + (row - stripes_[stripe].rows.first) * row_bytes_;
    }
    /// Makes what is copied next wait for the operations before the mark.
    void wait_for(Mark mark);

    const Card& card_;
    std::size_t row_bytes_;
    std::vector<Stripe> stripes_;
    std::vector<Memory> memory_;
    Stream copies_;
    Transfer transfer_;
    std::vector<std::unique_ptr<Event>> marks_;  // kMarks of them
    Mark next_mark_ = 0;
};

}  // namespace apsp::cuda

// A matrix in several buffers on an OpenCL device: which rows each holds, and copies of them beside
// the computation.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "algorithms/engine.hpp"
#include "backends/opencl/launcher.hpp"
#include "backends/opencl/tiles.hpp"
#include "backends/opencl/transfer.hpp"

namespace apsp::opencl {

class Stripes {
  public:
    /// Rows have ld elements of so many bytes.
    Stripes(Launcher& launcher, const std::vector<Stripe>& stripes, std::size_t ld,
            std::size_t element_bytes);

    // As in Engine.
    void place(std::size_t stripe, Range rows) { stripes_[stripe].rows = rows; }
    Mark mark();
    void put(std::size_t stripe, const Piece& piece, const void* host, Mark mark);
    void get(std::size_t stripe, const Piece& piece, void* host, Mark mark);

    BufferRows rows(std::size_t stripe) const {
        return {buffers_[stripe], stripes_[stripe].rows.first};
    }

  private:
    bool in_place() const { return launcher_.description().shares_host_memory; }
    /// Makes what is copied next wait for the operations before the mark.
    void wait_for(Mark mark);
    /// Calls f with the memory where the device works in the host's.
    template <class F>
    void mapped(std::size_t stripe, const Pitched& part, cl_map_flags flags, F&& f);

    Launcher& launcher_;
    std::size_t element_bytes_;
    std::size_t row_bytes_;
    std::vector<Stripe> stripes_;
    std::vector<cl::Buffer> buffers_;
    cl::CommandQueue copies_;
    std::optional<Transfer> transfer_;  // for devices with memory of their own
    std::array<cl::Event, kMarks> marks_;
    Mark next_mark_ = 0;
};

}  // namespace apsp::opencl

// Copies between the host's memory and that of an OpenCL device with memory of its own.
#pragma once

#include <array>

#include "backends/opencl/launcher.hpp"
#include "backends/transfer.hpp"

namespace apsp::opencl {

/// See TransferOver.
class Bus {
  public:
    using Memory = cl::Buffer;

    /// With `bits`, a byte on the host, 0 or 1, is a bit on the device. `Pitched` counts bytes of
    /// the host's.
    Bus(std::size_t piece, const Launcher& launcher, cl::CommandQueue& queue, bool bits);
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;
    ~Bus();

    unsigned char* pinned(std::size_t slot) const { return pinned_ + slot * piece_; }
    void send(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory);
    void receive(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory);
    void wait(std::size_t slot) {
        guarded(label_, [&] { done_[slot].wait(); });
    }
    void finish() {
        guarded(label_, [&] { queue_.finish(); });
    }

  private:
    /// Between `bytes_` and bits in the rows of the memory.
    void convert(cl::Kernel& kernel, const TransferPiece& piece, const Pitched& rows,
                 const cl::Buffer& memory);

    std::size_t piece_;
    const Launcher& launcher_;
    const std::string& label_;
    cl::CommandQueue& queue_;
    cl::Buffer buffer_;
    unsigned char* pinned_ = nullptr;
    std::array<cl::Event, kTransferSlots> done_;
    bool bits_;
    cl::Buffer
        bytes_;  // for bits: a piece on the device before it is packed or after it is unpacked
    cl::Kernel pack_, unpack_;
};

}  // namespace apsp::opencl

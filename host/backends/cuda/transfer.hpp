// Copies between the host's memory and a CUDA device's.
#pragma once

#include "backends/cuda/runtime.hpp"
#include "backends/transfer.hpp"

namespace apsp::cuda {

/// See TransferOver.
class Bus {
  public:
    using Memory = cuda::Memory;

    /// With `bits`, a byte on the host, 0 or 1, is a bit on the device. `Pitched` counts bytes of
    /// the host's.
    Bus(std::size_t piece, const Card& card, cudaStream_t stream, bool bits);
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;
    ~Bus();

    unsigned char* pinned(std::size_t slot) const { return pinned_ + slot * piece_; }
    void send(const TransferPiece& piece, const Pitched& rows, const Memory& memory);
    void receive(const TransferPiece& piece, const Pitched& rows, const Memory& memory);
    void wait(std::size_t slot);
    void finish();

  private:
    void copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
              const TransferPiece& piece, const Pitched& rows, cudaMemcpyKind kind);
    /// Between `bytes_` and bits in the rows of the memory.
    void convert(std::string_view name, const TransferPiece& piece, const Pitched& rows,
                 const Memory& memory);

    std::size_t piece_;
    const Card& card_;
    cudaStream_t stream_;
    bool bits_;
    Memory bytes_;  // for bits: a piece on the device before it is packed or after it is unpacked
    Event done_[kTransferSlots];
    unsigned char* pinned_ = nullptr;
};

}  // namespace apsp::cuda

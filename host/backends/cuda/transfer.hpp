// Copies between the host's matrix and the device's, through pinned memory.
#pragma once

#include <cstddef>
#include <functional>

#include "backends/cuda/runtime.hpp"
#include "core/row_flow.hpp"

namespace apsp::cuda {

/// Rows of `width` bytes on the device, of which each begins `pitch` bytes after the one before.
struct Pitched {
    std::size_t width;
    std::size_t pitch;
    std::size_t rows;

    std::size_t bytes() const { return width * rows; }
    bool has_gaps() const { return width != pitch && rows > 1; }
};

/// Pageable memory crosses the bus at a fraction of its speed, so the matrix goes in pieces through
/// a few pinned ones: all threads copy one piece while the bus carries others.
class Transfer {
  public:
    /// With `bits`, a byte of the host's, 0 or 1, is a bit of the device's.
    Transfer(const Card& card, cudaStream_t stream, bool bits);
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;
    ~Transfer();

    static constexpr std::size_t kPiece = std::size_t{16} << 20;
    static constexpr std::size_t kSlots = 4;
    static constexpr std::size_t kBytes = kSlots * kPiece;

    /// `bytes` are the host's.
    void to_device(const void* host, void* device, std::size_t bytes) {
        to_device(host, device, Pitched{bytes, bytes, 1});
    }
    void to_host(const void* device, void* host, std::size_t bytes) {
        to_host(device, host, Pitched{bytes, bytes, 1});
    }
    /// The host's rows follow one another without gaps. Not of bits where there are gaps.
    void to_device(const void* host, void* device, const Pitched& part);
    void to_host(const void* device, void* host, const Pitched& part);

    /// The first n rows of a matrix, written to the pinned memory, and read from there.
    void to_device(const RowSource& rows, std::size_t n, std::size_t row_bytes, void* device);
    void to_host(const void* device, const RowSink& rows, std::size_t n, std::size_t row_bytes);

  private:
    using Write = std::function<void(std::size_t first, std::size_t size, void* pinned)>;
    using Read = std::function<void(std::size_t first, std::size_t size, const void* pinned)>;

    /// In pieces of that size at most; where there are gaps, of whole rows.
    void send_all(const Pitched& part, std::size_t piece, const Write& write, void* device);
    void receive_all(const Pitched& part, std::size_t piece, const Read& read, const void* device);
    unsigned char* slot(std::size_t piece) const { return pinned_ + piece % kSlots * kPiece; }
    /// Of a byte of the host's, in bytes of the device's.
    std::size_t place_of(std::size_t first, const Pitched& part) const;
    void send(std::size_t piece, unsigned char* device, std::size_t size, const Pitched& part);
    void receive(std::size_t piece, const unsigned char* device, std::size_t size,
                 const Pitched& part);
    void wait(std::size_t piece);

    const Card& card_;
    cudaStream_t stream_;
    bool bits_;
    Memory bytes_;  // for bits: a piece on the device before it is packed, or after
    Event done_[kSlots];
    unsigned char* pinned_ = nullptr;
};

}  // namespace apsp::cuda

// Copies between the host's matrix and a device with memory of its own, through pinned memory.
#pragma once

#include <cstddef>
#include <functional>

#include "backends/opencl/opencl.hpp"
#include "core/row_flow.hpp"

namespace apsp {

/// Rows of `width` bytes in a buffer, of which each begins `pitch` bytes after the one before.
struct Pitched {
    std::size_t begin;
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
    Transfer(const cl::Context& context, cl::CommandQueue& queue);
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;
    ~Transfer();

    static constexpr std::size_t kPiece = std::size_t{16} << 20;
    static constexpr std::size_t kSlots = 4;
    static constexpr std::size_t kBytes = kSlots * kPiece;

    void to_device(const void* host, const cl::Buffer& device, std::size_t bytes) {
        to_device(host, device, Pitched{0, bytes, bytes, 1});
    }
    void to_host(const cl::Buffer& device, void* host, std::size_t bytes) {
        to_host(device, host, Pitched{0, bytes, bytes, 1});
    }
    /// The host's rows follow one another without gaps.
    void to_device(const void* host, const cl::Buffer& device, const Pitched& part);
    void to_host(const cl::Buffer& device, void* host, const Pitched& part);

    /// The first n rows of a matrix, written to the pinned memory, and read from there.
    void to_device(const RowSource& rows, std::size_t n, std::size_t row_bytes,
                   const cl::Buffer& device);
    void to_host(const cl::Buffer& device, const RowSink& rows, std::size_t n,
                 std::size_t row_bytes);

  private:
    using Write = std::function<void(std::size_t first, std::size_t size, void* pinned)>;
    using Read = std::function<void(std::size_t first, std::size_t size, const void* pinned)>;

    /// In pieces of that size at most; where there are gaps, of whole rows.
    void send(const Pitched& part, std::size_t piece, const Write& write, const cl::Buffer& device);
    void receive(const Pitched& part, std::size_t piece, const Read& read,
                 const cl::Buffer& device);
    unsigned char* slot(std::size_t piece) const { return pinned_ + piece % kSlots * kPiece; }

    cl::CommandQueue& queue_;
    cl::Buffer buffer_;
    unsigned char* pinned_ = nullptr;
};

}  // namespace apsp

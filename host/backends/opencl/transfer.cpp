// See transfer.hpp.
#include "backends/opencl/transfer.hpp"

#include <algorithm>

#include "core/parallel_copy.hpp"

namespace apsp {
Transfer::Transfer(const cl::Context& context, cl::CommandQueue& queue)
    : queue_(queue),
      buffer_(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, kBytes),
      pinned_(static_cast<unsigned char*>(
          queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kBytes))) {}

Transfer::~Transfer() {
    try {
        queue_.enqueueUnmapMemObject(buffer_, pinned_);
        queue_.finish();
    } catch (const cl::Error&) {
        // The context is lost, and the pinned memory with it.
    }
}

void Transfer::to_device(const void* host, const cl::Buffer& device, std::size_t bytes,
                         std::size_t begin) {
    const auto* from = static_cast<const unsigned char*>(host);
    std::array<cl::Event, kSlots> sent;
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        cl::Event& event = sent[piece % kSlots];
        if (piece >= kSlots) event.wait();
        const std::size_t first = piece * kPiece;
        const std::size_t size = std::min(kPiece, bytes - first);
        parallel_copy(slot(piece), from + first, size);
        queue_.enqueueWriteBuffer(device, CL_FALSE, begin + first, size, slot(piece), nullptr,
                                  &event);
        queue_.flush();
    }
    queue_.finish();
}

void Transfer::to_host(const cl::Buffer& device, void* host, std::size_t bytes, std::size_t begin) {
    auto* to = static_cast<unsigned char*>(host);
    std::array<cl::Event, kSlots> received;
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    const auto size_of_piece = [&](std::size_t piece) {
        return std::min(kPiece, bytes - piece * kPiece);
    };
    const auto request = [&](std::size_t piece) {
        if (piece >= pieces) return;
        queue_.enqueueReadBuffer(device, CL_FALSE, begin + piece * kPiece, size_of_piece(piece),
                                 slot(piece), nullptr, &received[piece % kSlots]);
        queue_.flush();
    };
    for (std::size_t piece = 0; piece + 1 < kSlots; ++piece) request(piece);
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        request(piece + kSlots - 1);
        received[piece % kSlots].wait();
        parallel_copy(to + piece * kPiece, slot(piece), size_of_piece(piece));
    }
}

}  // namespace apsp

// See transfer.hpp.
#include "backends/opencl/transfer.hpp"

#include <algorithm>

#include "core/parallel_copy.hpp"

namespace apsp {
namespace {

std::array<cl::size_type, 3> origin(const Pitched& part, std::size_t first) {
    const std::size_t at = part.begin + first / part.width * part.pitch;
    return {at % part.pitch, at / part.pitch, 0};
}
std::size_t piece_of(const Pitched& part) {
    return part.has_gaps() ? whole_rows(part.width, Transfer::kPiece) : Transfer::kPiece;
}

}  // namespace

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

void Transfer::send(const Pitched& part, std::size_t piece, const Write& write,
                    const cl::Buffer& device) {
    std::array<cl::Event, kSlots> sent;
    const std::size_t bytes = part.bytes(), pieces = (bytes + piece - 1) / piece;
    for (std::size_t k = 0; k < pieces; ++k) {
        cl::Event& event = sent[k % kSlots];
        if (k >= kSlots) event.wait();
        const std::size_t first = k * piece;
        const std::size_t size = std::min(piece, bytes - first);
        write(first, size, slot(k));
        if (part.has_gaps()) {
            queue_.enqueueWriteBufferRect(device, CL_FALSE, origin(part, first), {0, 0, 0},
                                          {part.width, size / part.width, 1}, part.pitch, 0,
                                          part.width, 0, slot(k), nullptr, &event);
        } else {
            queue_.enqueueWriteBuffer(device, CL_FALSE, part.begin + first, size, slot(k), nullptr,
                                      &event);
        }
        queue_.flush();
    }
    queue_.finish();
}

void Transfer::receive(const Pitched& part, std::size_t piece, const Read& read,
                       const cl::Buffer& device) {
    std::array<cl::Event, kSlots> received;
    const std::size_t bytes = part.bytes(), pieces = (bytes + piece - 1) / piece;
    const auto size_of_piece = [&](std::size_t k) { return std::min(piece, bytes - k * piece); };
    const auto request = [&](std::size_t k) {
        if (k >= pieces) return;
        const std::size_t first = k * piece, size = size_of_piece(k);
        cl::Event& event = received[k % kSlots];
        if (part.has_gaps()) {
            queue_.enqueueReadBufferRect(device, CL_FALSE, origin(part, first), {0, 0, 0},
                                         {part.width, size / part.width, 1}, part.pitch, 0,
                                         part.width, 0, slot(k), nullptr, &event);
        } else {
            queue_.enqueueReadBuffer(device, CL_FALSE, part.begin + first, size, slot(k), nullptr,
                                     &event);
        }
        queue_.flush();
    };
    for (std::size_t k = 0; k + 1 < kSlots; ++k) request(k);
    for (std::size_t k = 0; k < pieces; ++k) {
        request(k + kSlots - 1);
        received[k % kSlots].wait();
        read(k * piece, size_of_piece(k), slot(k));
    }
}

void Transfer::to_device(const void* host, const cl::Buffer& device, const Pitched& part) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        parallel_copy(pinned, static_cast<const unsigned char*>(host) + first, size);
    };
    send(part, piece_of(part), write, device);
}

void Transfer::to_host(const cl::Buffer& device, void* host, const Pitched& part) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        parallel_copy(static_cast<unsigned char*>(host) + first, pinned, size);
    };
    receive(part, piece_of(part), read, device);
}

void Transfer::to_device(const RowSource& rows, std::size_t n, std::size_t row_bytes,
                         const cl::Buffer& device) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    send({0, row_bytes, row_bytes, n}, whole_rows(row_bytes, kPiece), write, device);
}

void Transfer::to_host(const cl::Buffer& device, const RowSink& rows, std::size_t n,
                       std::size_t row_bytes) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    receive({0, row_bytes, row_bytes, n}, whole_rows(row_bytes, kPiece), read, device);
}

}  // namespace apsp

// See transfer.hpp.
#include "backends/opencl/transfer.hpp"

namespace apsp::opencl {
namespace {

std::array<cl::size_type, 3> origin(const Pitched& rows, std::size_t first) {
    const std::size_t at = rows.begin + first / rows.width * rows.pitch;
    return {at % rows.pitch, at / rows.pitch, 0};
}

}  // namespace

Bus::Bus(std::size_t piece, const Launcher& launcher, cl::CommandQueue& queue)
    : piece_(piece),
      label_(launcher.label()),
      queue_(queue),
      buffer_(launcher.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
              kTransferSlots * piece),
      pinned_(static_cast<unsigned char*>(queue_.enqueueMapBuffer(
          buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kTransferSlots * piece))) {}

Bus::~Bus() {
    try {
        queue_.enqueueUnmapMemObject(buffer_, pinned_);
        queue_.finish();
    } catch (const cl::Error&) {
        // The context is lost, and the pinned memory with it.
    }
}

void Bus::send(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory) {
    guarded(label_, [&] {
        cl::Event* const done = &done_[piece.slot];
        if (rows.has_gaps()) {
            queue_.enqueueWriteBufferRect(memory, CL_FALSE, origin(rows, piece.first), {0, 0, 0},
                                          {rows.width, piece.bytes / rows.width, 1}, rows.pitch, 0,
                                          rows.width, 0, pinned(piece.slot), nullptr, done);
        } else {
            queue_.enqueueWriteBuffer(memory, CL_FALSE, rows.begin + piece.first, piece.bytes,
                                      pinned(piece.slot), nullptr, done);
        }
        queue_.flush();
    });
}

void Bus::receive(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory) {
    guarded(label_, [&] {
        cl::Event* const done = &done_[piece.slot];
        if (rows.has_gaps()) {
            queue_.enqueueReadBufferRect(memory, CL_FALSE, origin(rows, piece.first), {0, 0, 0},
                                         {rows.width, piece.bytes / rows.width, 1}, rows.pitch, 0,
                                         rows.width, 0, pinned(piece.slot), nullptr, done);
        } else {
            queue_.enqueueReadBuffer(memory, CL_FALSE, rows.begin + piece.first, piece.bytes,
                                     pinned(piece.slot), nullptr, done);
        }
        queue_.flush();
    });
}

}  // namespace apsp::opencl

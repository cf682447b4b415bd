// See transfer.hpp.
#include "backends/opencl/transfer.hpp"

namespace apsp::opencl {
namespace {

std::array<cl::size_type, 3> origin(const Pitched& rows, std::size_t first) {
    const std::size_t at = rows.at(first);
    return {at % rows.pitch, at / rows.pitch, 0};
}

}  // namespace

Bus::Bus(std::size_t piece, const Launcher& launcher, cl::CommandQueue& queue, bool bits)
    : piece_(piece),
      launcher_(launcher),
      label_(launcher.label()),
      queue_(queue),
      buffer_(launcher.context(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
              kTransferSlots * piece),
      pinned_(static_cast<unsigned char*>(queue_.enqueueMapBuffer(
          buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kTransferSlots * piece))),
      bits_(bits) {
    if (!bits) return;
    bytes_ = launcher.allocate(piece);
    std::tie(pack_, unpack_) =
        launcher.kernels("bits.cl", bit_options(), "pack_bits", "unpack_bits");
}

Bus::~Bus() {
    try {
        queue_.enqueueUnmapMemObject(buffer_, pinned_);
        queue_.finish();
    } catch (const cl::Error&) {
        // The context is lost, and the pinned memory with it.
    }
}

void Bus::convert(cl::Kernel& kernel, const TransferPiece& piece, const Pitched& rows,
                  const cl::Buffer& memory) {
    constexpr std::size_t kWord = 32, kGroup = 64;  // bytes; and work-items, one per word
    const std::size_t words = piece.bytes / kWord;
    launcher_.launch_in(queue_, nullptr, kernel, {(words + kGroup - 1) / kGroup * kGroup}, {kGroup},
                        bytes_, memory, offset(rows.at(piece.first) / kWord), offset(words),
                        offset(rows.width / kWord), offset(rows.pitch / kWord));
}

void Bus::send(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory) {
    guarded(label_, [&] {
        cl::Event* const done = &done_[piece.slot];
        if (rows.has_gaps() && !bits_) {
            queue_.enqueueWriteBufferRect(memory, CL_FALSE, origin(rows, piece.first), {0, 0, 0},
                                          {rows.width, piece.bytes / rows.width, 1}, rows.pitch, 0,
                                          rows.width, 0, pinned(piece.slot), nullptr, done);
        } else {
            // One buffer of bytes is enough: the queue runs its operations in order.
            queue_.enqueueWriteBuffer(bits_ ? bytes_ : memory, CL_FALSE,
                                      bits_ ? 0 : rows.at(piece.first), piece.bytes,
                                      pinned(piece.slot), nullptr, done);
        }
        if (bits_) convert(pack_, piece, rows, memory);
        queue_.flush();
    });
}

void Bus::receive(const TransferPiece& piece, const Pitched& rows, const cl::Buffer& memory) {
    guarded(label_, [&] {
        cl::Event* const done = &done_[piece.slot];
        if (bits_) convert(unpack_, piece, rows, memory);
        if (rows.has_gaps() && !bits_) {
            queue_.enqueueReadBufferRect(memory, CL_FALSE, origin(rows, piece.first), {0, 0, 0},
                                         {rows.width, piece.bytes / rows.width, 1}, rows.pitch, 0,
                                         rows.width, 0, pinned(piece.slot), nullptr, done);
        } else {
            queue_.enqueueReadBuffer(bits_ ? bytes_ : memory, CL_FALSE,
                                     bits_ ? 0 : rows.at(piece.first), piece.bytes,
                                     pinned(piece.slot), nullptr, done);
        }
        queue_.flush();
    });
}

}  // namespace apsp::opencl

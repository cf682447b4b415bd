// See transfer.hpp.
#include "backends/cuda/transfer.hpp"

#include "backends/cuda/kernels.hpp"

namespace apsp::cuda {
namespace {

/// One thread per word of bits.
unsigned blocks_of(const TransferPiece& piece) {
    return blocks_for(piece.bytes / 32, kThreads);
}

}  // namespace

Bus::Bus(std::size_t piece, const Card& card, cudaStream_t stream, bool bits)
    : piece_(piece),
      card_(card),
      stream_(stream),
      bits_(bits),
      bytes_(card, bits ? piece : 0, "transfers"),
      done_{{card, false}, {card, false}, {card, false}, {card, false}} {
    void* pinned = nullptr;
    card_.check(cudaMallocHost(&pinned, kTransferSlots * piece_), "cudaMallocHost for transfers");
    pinned_ = static_cast<unsigned char*>(pinned);
}

Bus::~Bus() {
    cudaStreamSynchronize(stream_);
    cudaFreeHost(pinned_);
}

unsigned char* Bus::place(const TransferPiece& piece, const Pitched& rows,
                          const Memory& memory) const {
    if (rows.has_gaps()) return memory.data() + rows.begin + piece.first / rows.width * rows.pitch;
    return memory.data() + (rows.begin + piece.first) / (bits_ ? 8 : 1);
}

void Bus::send(const TransferPiece& piece, const Pitched& rows, const Memory& memory) {
    unsigned char* const to = place(piece, rows, memory);
    // One buffer of bytes is enough: the stream runs its operations in order.
    if (rows.has_gaps()) {
        card_.check(cudaMemcpy2DAsync(to, rows.pitch, pinned(piece.slot), rows.width, rows.width,
                                      piece.bytes / rows.width, cudaMemcpyHostToDevice, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(bits_ ? bytes_.data() : to, pinned(piece.slot), piece.bytes,
                                    cudaMemcpyHostToDevice, stream_),
                    "cudaMemcpyAsync");
    }
    if (bits_) {
        card_.launch({"pack_bits", kBitKernels.pack, stream_, blocks_of(piece), kThreads}, bytes_,
                     to, piece.bytes / 32);
    }
    card_.check(cudaEventRecord(done_[piece.slot], stream_), "cudaEventRecord");
}

void Bus::receive(const TransferPiece& piece, const Pitched& rows, const Memory& memory) {
    unsigned char* const from = place(piece, rows, memory);
    if (bits_) {
        card_.launch({"unpack_bits", kBitKernels.unpack, stream_, blocks_of(piece), kThreads}, from,
                     bytes_, piece.bytes / 32);
    }
    if (rows.has_gaps()) {
        card_.check(cudaMemcpy2DAsync(pinned(piece.slot), rows.width, from, rows.pitch, rows.width,
                                      piece.bytes / rows.width, cudaMemcpyDeviceToHost, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(pinned(piece.slot), bits_ ? bytes_.data() : from, piece.bytes,
                                    cudaMemcpyDeviceToHost, stream_),
                    "cudaMemcpyAsync");
    }
    card_.check(cudaEventRecord(done_[piece.slot], stream_), "cudaEventRecord");
}

void Bus::wait(std::size_t slot) {
    card_.check(cudaEventSynchronize(done_[slot]), "cudaEventSynchronize");
}

void Bus::finish() {
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

}  // namespace apsp::cuda

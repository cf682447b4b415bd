// See transfer.hpp.
#include "backends/cuda/transfer.hpp"

#include "backends/cuda/queue.hpp"

namespace apsp::cuda {
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

void Bus::copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
               const TransferPiece& piece, const Pitched& rows, cudaMemcpyKind kind) {
    if (rows.has_gaps() && !bits_) {
        card_.check(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, rows.width,
                                      piece.bytes / rows.width, kind, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(to, from, piece.bytes, kind, stream_), "cudaMemcpyAsync");
    }
}

void Bus::convert(std::string_view name, const TransferPiece& piece, const Pitched& rows,
                  const Memory& memory) {
    constexpr std::size_t kWord = 32;  // one per thread
    constexpr std::size_t kThreads = 256;
    const std::size_t words = piece.bytes / kWord;
    const Kernel kernel = {name, find_kernel("bits.cl", name, bit_options())};
    OnStream{card_, stream_}.launch(kernel, {(words + kThreads - 1) / kThreads * kThreads},
                                    {kThreads}, bytes_, memory,
                                    offset(rows.at(piece.first) / kWord), offset(words),
                                    offset(rows.width / kWord), offset(rows.pitch / kWord));
}

void Bus::send(const TransferPiece& piece, const Pitched& rows, const Memory& memory) {
    // One buffer of bytes is enough: the stream runs its operations in order.
    copy(bits_ ? bytes_.data() : memory.data() + rows.at(piece.first), rows.pitch,
         pinned(piece.slot), rows.width, piece, rows, cudaMemcpyHostToDevice);
    if (bits_) convert("pack_bits", piece, rows, memory);
    card_.check(cudaEventRecord(done_[piece.slot], stream_), "cudaEventRecord");
}

void Bus::receive(const TransferPiece& piece, const Pitched& rows, const Memory& memory) {
    if (bits_) convert("unpack_bits", piece, rows, memory);
    copy(pinned(piece.slot), rows.width,
         bits_ ? bytes_.data() : memory.data() + rows.at(piece.first), rows.pitch, piece, rows,
         cudaMemcpyDeviceToHost);
    card_.check(cudaEventRecord(done_[piece.slot], stream_), "cudaEventRecord");
}

void Bus::wait(std::size_t slot) {
    card_.check(cudaEventSynchronize(done_[slot]), "cudaEventSynchronize");
}

void Bus::finish() {
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

}  // namespace apsp::cuda

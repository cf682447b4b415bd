// See transfer.hpp.
#include "backends/cuda/transfer.hpp"

#include <algorithm>

#include "backends/cuda/kernels.hpp"
#include "core/parallel_copy.hpp"

namespace apsp::cuda {
Transfer::Transfer(const Card& card, cudaStream_t stream, bool bits)
    : card_(card),
      stream_(stream),
      bits_(bits),
      bytes_(card, bits ? kPiece : 0, "transfers"),
      done_{{card, false}, {card, false}, {card, false}, {card, false}} {
    void* pinned = nullptr;
    card_.check(cudaMallocHost(&pinned, kBytes), "cudaMallocHost of 64 MiB");
    pinned_ = static_cast<unsigned char*>(pinned);
}

Transfer::~Transfer() {
    cudaStreamSynchronize(stream_);
    cudaFreeHost(pinned_);
}

void Transfer::send(std::size_t piece, unsigned char* device, std::size_t size) {
    // One buffer of bytes is enough: the stream does one thing after the other.
    card_.check(cudaMemcpyAsync(bits_ ? bytes_.data() : device, slot(piece), size,
                                cudaMemcpyHostToDevice, stream_),
                "cudaMemcpyAsync");
    if (bits_) card_.check(pack_bits(bytes_.data(), device, size / 32, stream_), "pack_bits");
    card_.check(cudaEventRecord(done_[piece % kSlots], stream_), "cudaEventRecord");
}

void Transfer::receive(std::size_t piece, const unsigned char* device, std::size_t size) {
    if (bits_) card_.check(unpack_bits(device, bytes_.data(), size / 32, stream_), "unpack_bits");
    card_.check(cudaMemcpyAsync(slot(piece), bits_ ? bytes_.data() : device, size,
                                cudaMemcpyDeviceToHost, stream_),
                "cudaMemcpyAsync");
    card_.check(cudaEventRecord(done_[piece % kSlots], stream_), "cudaEventRecord");
}

void Transfer::wait(std::size_t piece) {
    card_.check(cudaEventSynchronize(done_[piece % kSlots]), "cudaEventSynchronize");
}

void Transfer::to_device(const void* host, void* device, std::size_t bytes) {
    const auto* from = static_cast<const unsigned char*>(host);
    auto* to = static_cast<unsigned char*>(device);
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        if (piece >= kSlots) wait(piece);
        const std::size_t first = piece * kPiece;
        const std::size_t size = std::min(kPiece, bytes - first);
        parallel_copy(slot(piece), from + first, size);
        send(piece, to + (bits_ ? first / 8 : first), size);
    }
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

void Transfer::to_host(const void* device, void* host, std::size_t bytes) {
    const auto* from = static_cast<const unsigned char*>(device);
    auto* to = static_cast<unsigned char*>(host);
    const std::size_t pieces = (bytes + kPiece - 1) / kPiece;
    const auto size_of_piece = [&](std::size_t piece) {
        return std::min(kPiece, bytes - piece * kPiece);
    };
    const auto request = [&](std::size_t piece) {
        if (piece >= pieces) return;
        const std::size_t first = piece * kPiece;
        receive(piece, from + (bits_ ? first / 8 : first), size_of_piece(piece));
    };
    for (std::size_t piece = 0; piece + 1 < kSlots; ++piece) request(piece);
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        request(piece + kSlots - 1);
        wait(piece);
        parallel_copy(to + piece * kPiece, slot(piece), size_of_piece(piece));
    }
}

}  // namespace apsp::cuda

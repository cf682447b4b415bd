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

void Transfer::send_all(std::size_t bytes, std::size_t piece, const Write& write, void* device) {
    auto* const to = static_cast<unsigned char*>(device);
    const std::size_t pieces = (bytes + piece - 1) / piece;
    for (std::size_t k = 0; k < pieces; ++k) {
        if (k >= kSlots) wait(k);
        const std::size_t first = k * piece;
        const std::size_t size = std::min(piece, bytes - first);
        write(first, size, slot(k));
        send(k, to + (bits_ ? first / 8 : first), size);
    }
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

void Transfer::receive_all(std::size_t bytes, std::size_t piece, const Read& read,
                           const void* device) {
    const auto* const from = static_cast<const unsigned char*>(device);
    const std::size_t pieces = (bytes + piece - 1) / piece;
    const auto size_of_piece = [&](std::size_t k) { return std::min(piece, bytes - k * piece); };
    const auto request = [&](std::size_t k) {
        if (k >= pieces) return;
        const std::size_t first = k * piece;
        receive(k, from + (bits_ ? first / 8 : first), size_of_piece(k));
    };
    for (std::size_t k = 0; k + 1 < kSlots; ++k) request(k);
    for (std::size_t k = 0; k < pieces; ++k) {
        request(k + kSlots - 1);
        wait(k);
        read(k * piece, size_of_piece(k), slot(k));
    }
}

void Transfer::to_device(const void* host, void* device, std::size_t bytes) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        parallel_copy(pinned, static_cast<const unsigned char*>(host) + first, size);
    };
    send_all(bytes, kPiece, write, device);
}

void Transfer::to_host(const void* device, void* host, std::size_t bytes) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        parallel_copy(static_cast<unsigned char*>(host) + first, pinned, size);
    };
    receive_all(bytes, kPiece, read, device);
}

void Transfer::to_device(const RowSource& rows, std::size_t n, std::size_t row_bytes,
                         void* device) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    send_all(n * row_bytes, whole_rows(row_bytes, kPiece), write, device);
}

void Transfer::to_host(const void* device, const RowSink& rows, std::size_t n,
                       std::size_t row_bytes) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    receive_all(n * row_bytes, whole_rows(row_bytes, kPiece), read, device);
}

}  // namespace apsp::cuda

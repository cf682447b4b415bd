// See transfer.hpp.
#include "backends/cuda/transfer.hpp"

#include <algorithm>

#include "backends/cuda/kernels.hpp"
#include "core/parallel_copy.hpp"

namespace apsp::cuda {
namespace {

std::size_t piece_of(const Pitched& part) {
    return part.has_gaps() ? whole_rows(part.width, Transfer::kPiece) : Transfer::kPiece;
}

}  // namespace

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

void Transfer::send(std::size_t piece, unsigned char* device, std::size_t size,
                    const Pitched& part) {
    // One buffer of bytes is enough: the stream does one thing after the other.
    if (part.has_gaps()) {
        card_.check(cudaMemcpy2DAsync(device, part.pitch, slot(piece), part.width, part.width,
                                      size / part.width, cudaMemcpyHostToDevice, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(bits_ ? bytes_.data() : device, slot(piece), size,
                                    cudaMemcpyHostToDevice, stream_),
                    "cudaMemcpyAsync");
    }
    if (bits_) card_.check(pack_bits(bytes_.data(), device, size / 32, stream_), "pack_bits");
    card_.check(cudaEventRecord(done_[piece % kSlots], stream_), "cudaEventRecord");
}

void Transfer::receive(std::size_t piece, const unsigned char* device, std::size_t size,
                       const Pitched& part) {
    if (bits_) card_.check(unpack_bits(device, bytes_.data(), size / 32, stream_), "unpack_bits");
    if (part.has_gaps()) {
        card_.check(cudaMemcpy2DAsync(slot(piece), part.width, device, part.pitch, part.width,
                                      size / part.width, cudaMemcpyDeviceToHost, stream_),
                    "cudaMemcpy2DAsync");
    } else {
        card_.check(cudaMemcpyAsync(slot(piece), bits_ ? bytes_.data() : device, size,
                                    cudaMemcpyDeviceToHost, stream_),
                    "cudaMemcpyAsync");
    }
    card_.check(cudaEventRecord(done_[piece % kSlots], stream_), "cudaEventRecord");
}

void Transfer::wait(std::size_t piece) {
    card_.check(cudaEventSynchronize(done_[piece % kSlots]), "cudaEventSynchronize");
}

std::size_t Transfer::place_of(std::size_t first, const Pitched& part) const {
    if (part.has_gaps()) return first / part.width * part.pitch;
    return bits_ ? first / 8 : first;
}

void Transfer::send_all(const Pitched& part, std::size_t piece, const Write& write, void* device) {
    auto* const to = static_cast<unsigned char*>(device);
    const std::size_t bytes = part.bytes(), pieces = (bytes + piece - 1) / piece;
    for (std::size_t k = 0; k < pieces; ++k) {
        if (k >= kSlots) wait(k);
        const std::size_t first = k * piece;
        const std::size_t size = std::min(piece, bytes - first);
        write(first, size, slot(k));
        send(k, to + place_of(first, part), size, part);
    }
    card_.check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

void Transfer::receive_all(const Pitched& part, std::size_t piece, const Read& read,
                           const void* device) {
    const auto* const from = static_cast<const unsigned char*>(device);
    const std::size_t bytes = part.bytes(), pieces = (bytes + piece - 1) / piece;
    const auto size_of_piece = [&](std::size_t k) { return std::min(piece, bytes - k * piece); };
    const auto request = [&](std::size_t k) {
        if (k >= pieces) return;
        receive(k, from + place_of(k * piece, part), size_of_piece(k), part);
    };
    for (std::size_t k = 0; k + 1 < kSlots; ++k) request(k);
    for (std::size_t k = 0; k < pieces; ++k) {
        request(k + kSlots - 1);
        wait(k);
        read(k * piece, size_of_piece(k), slot(k));
    }
}

void Transfer::to_device(const void* host, void* device, const Pitched& part) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        parallel_copy(pinned, static_cast<const unsigned char*>(host) + first, size);
    };
    send_all(part, piece_of(part), write, device);
}

void Transfer::to_host(const void* device, void* host, const Pitched& part) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        parallel_copy(static_cast<unsigned char*>(host) + first, pinned, size);
    };
    receive_all(part, piece_of(part), read, device);
}

void Transfer::to_device(const RowSource& rows, std::size_t n, std::size_t row_bytes,
                         void* device) {
    const auto write = [&](std::size_t first, std::size_t size, void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    send_all({row_bytes, row_bytes, n}, whole_rows(row_bytes, kPiece), write, device);
}

void Transfer::to_host(const void* device, const RowSink& rows, std::size_t n,
                       std::size_t row_bytes) {
    const auto read = [&](std::size_t first, std::size_t size, const void* pinned) {
        rows({first / row_bytes, (first + size) / row_bytes}, pinned);
    };
    receive_all({row_bytes, row_bytes, n}, whole_rows(row_bytes, kPiece), read, device);
}

}  // namespace apsp::cuda

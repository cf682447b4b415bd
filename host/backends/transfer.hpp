// Copies between the host's memory and a device's own, in pieces, through a few pinned buffers.
//
// Pageable memory crosses the bus at a fraction of the bus's speed, so all threads copy one piece
// to or from pinned memory while the bus carries others. Pinning takes time, too, as much per byte
// as several copies, so a small matrix gets small pieces.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "algorithms/view.hpp"
#include "backends/gpu_queue.hpp"
#include "base/parallel_copy.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"

namespace apsp {

inline constexpr std::size_t kTransferSlots = 4;

/// Bytes of a pinned piece: the most, and the number for a solve.
inline constexpr std::size_t kLargestTransferPiece = std::size_t{16} << 20;
inline std::size_t transfer_piece(const EngineOptions& options) {
    if (options.piece != 0) return options.piece;
    const bool sweeps = options.slots != 0;
    if (options.stripe_rows != 0 && !sweeps) return kLargestTransferPiece;
    constexpr std::size_t kLeast = std::size_t{256} << 10, kPieces = 32;
    const std::size_t ld = padded(options.n);
    const std::size_t element = size_of(options.paths ? Dtype::i32 : options.dtype);
    // A sweep copies whole rows.
    return std::clamp(std::max(std::bit_floor(ld * ld * element / kPieces),
                               sweeps ? std::bit_ceil(ld * element) : 0),
                      kLeast, kLargestTransferPiece);
}

/// Rows of `width` bytes in a device's memory, from `begin`; each begins `pitch` bytes after the
/// one before.
struct Pitched {
    std::size_t begin;
    std::size_t width;
    std::size_t pitch;
    std::size_t rows;

    std::size_t bytes() const { return width * rows; }
    bool has_gaps() const { return width != pitch && rows > 1; }
    /// Of the bytes without the gaps, `count` after the `first` ones; with gaps, in whole rows.
    Pitched part(std::size_t first, std::size_t count) const {
        if (!has_gaps()) return {begin + first, count, count, 1};
        return {begin + first / width * pitch, width, pitch, count / width};
    }
};

inline Pitched run_of(std::size_t bytes) {
    return {0, bytes, bytes, 1};
}

/// A piece of such rows: `bytes` bytes, after the `first` ones; gaps do not count.
struct TransferPiece {
    std::size_t slot;
    std::size_t first;
    std::size_t bytes;
};

/// Copies are what a device does for this, in order, and maybe beside its other operations:
///   Memory, Kernel                        how it refers to a device's memory and kernels
///   pin(bytes)                            gives pinned memory of the host's, once
///   event()                               the end of a copy, to come
///   write(memory, part, from, event)      begins to copy from pinned memory to the part
///   read(memory, part, to, event)         begins to copy from it
///   launch(kernel, range, group, ...)     as of GpuQueue
///   wait(event)                           waits for the copy
///   finish(), drain()                     as of GpuQueue
template <class Copies>
class Transfer {
  public:
    using Memory = typename Copies::Memory;
    using Kernel = typename Copies::Kernel;

    /// For bytes of the host's, 0 or 1, that are bits on the device: kernels of bits.cl, and memory
    /// for a piece before it is packed or after it is unpacked. `Pitched` counts the host's bytes.
    struct Bits {
        Memory bytes;
        Kernel pack, unpack;
    };

    /// Through slots of `piece` bytes.
    Transfer(std::size_t piece, Copies& copies, std::optional<Bits> bits = {})
        : piece_(piece),
          copies_(copies),
          bits_(std::move(bits)),
          pinned_(copies.pin(kTransferSlots * piece)) {
        for (auto& done : done_) done = copies.event();
    }
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;
    ~Transfer() { copies_.drain(); }

    /// The host's rows follow one another without gaps. A row is no longer than a piece, unless
    /// there are no gaps on the device either. For `readable` and `written` see DeviceMemory.
    void to_device(const void* host, const Memory& device, const Pitched& rows,
                   const Pieces& readable = {}) {
        send(rows, piece_of(rows), device, [&](const TransferPiece& piece, void* pinned) {
            if (readable) readable(piece.first + piece.bytes);
            parallel_copy(pinned, static_cast<const unsigned char*>(host) + piece.first,
                          piece.bytes);
        });
    }
    void to_host(const Memory& device, void* host, const Pitched& rows,
                 const Pieces& written = {}) {
        receive(rows, piece_of(rows), device, [&](const TransferPiece& piece, const void* pinned) {
            parallel_copy(static_cast<unsigned char*>(host) + piece.first, pinned, piece.bytes);
            if (written) written(piece.first + piece.bytes);
        });
    }
    void to_device(const void* host, const Memory& device, std::size_t bytes) {
        to_device(host, device, run_of(bytes));
    }
    void to_host(const Memory& device, void* host, std::size_t bytes) {
        to_host(device, host, run_of(bytes));
    }

    /// Whole rows from `first` on: `source` writes them to the pinned memory, and `sink` reads them
    /// there.
    void to_device(const RowSource& source, std::size_t first, const Memory& device,
                   const Pitched& rows) {
        send(rows, whole_rows(rows.width, piece_), device,
             [&](const TransferPiece& piece, void* pinned) {
                 source(rows_in(piece, first, rows.width), pinned);
             });
    }
    void to_host(const Memory& device, const Pitched& rows, const RowSink& sink,
                 std::size_t first) {
        receive(rows, whole_rows(rows.width, piece_), device,
                [&](const TransferPiece& piece, const void* pinned) {
                    sink(rows_in(piece, first, rows.width), pinned);
                });
    }

  private:
    std::size_t piece_of(const Pitched& rows) const {
        return rows.has_gaps() ? whole_rows(rows.width, piece_) : piece_;
    }
    static Range rows_in(const TransferPiece& piece, std::size_t first, std::size_t row_bytes) {
        return {first + piece.first / row_bytes, first + (piece.first + piece.bytes) / row_bytes};
    }
    static TransferPiece piece_at(std::size_t k, std::size_t size, std::size_t bytes) {
        return {k % kTransferSlots, k * size, std::min(size, bytes - k * size)};
    }

    unsigned char* pinned(const TransferPiece& piece) const {
        return pinned_ + piece.slot * piece_;
    }
    /// Between the bytes of a piece and the bits of a part of the rows.
    void convert(Kernel& kernel, const Pitched& part, const Pitched& rows, const Memory& device) {
        constexpr std::size_t kWord = 32, kGroup = 64;  // bytes; and work-items, one per word
        const std::size_t words = part.bytes() / kWord;
        copies_.launch(kernel, {(words + kGroup - 1) / kGroup * kGroup}, {kGroup}, bits_->bytes,
                       device, offset(part.begin / kWord), offset(words),
                       offset(rows.width / kWord), offset(rows.pitch / kWord));
    }

    /// Sends in pieces of at most `size` bytes.
    template <class Write>
    void send(const Pitched& rows, std::size_t size, const Memory& device, Write&& write) {
        const std::size_t pieces = (rows.bytes() + size - 1) / size;
        for (std::size_t k = 0; k < pieces; ++k) {
            check_stop();
            const TransferPiece piece = piece_at(k, size, rows.bytes());
            if (k >= kTransferSlots) copies_.wait(done_[piece.slot]);
            write(piece, pinned(piece));
            const Pitched part = rows.part(piece.first, piece.bytes);
            if (bits_) {
                // One buffer of bytes is enough: copies are in order.
                copies_.write(bits_->bytes, run_of(piece.bytes), pinned(piece), done_[piece.slot]);
                convert(bits_->pack, part, rows, device);
            } else {
                copies_.write(device, part, pinned(piece), done_[piece.slot]);
            }
        }
        copies_.finish();
    }
    template <class Read>
    void receive(const Pitched& rows, std::size_t size, const Memory& device, Read&& read) {
        const std::size_t pieces = (rows.bytes() + size - 1) / size;
        const auto request = [&](std::size_t k) {
            if (k >= pieces) return;
            const TransferPiece piece = piece_at(k, size, rows.bytes());
            const Pitched part = rows.part(piece.first, piece.bytes);
            if (bits_) convert(bits_->unpack, part, rows, device);
            copies_.read(bits_ ? bits_->bytes : device, bits_ ? run_of(piece.bytes) : part,
                         pinned(piece), done_[piece.slot]);
        };
        try {
            for (std::size_t k = 0; k + 1 < kTransferSlots; ++k) request(k);
            for (std::size_t k = 0; k < pieces; ++k) {
                check_stop();
                request(k + kTransferSlots - 1);
                const TransferPiece piece = piece_at(k, size, rows.bytes());
                copies_.wait(done_[piece.slot]);
                read(piece, static_cast<const void*>(pinned(piece)));
            }
        } catch (...) {
            copies_.finish();  // otherwise pending copies would overwrite what is sent next
            throw;
        }
    }

    std::size_t piece_;
    Copies& copies_;
    std::optional<Bits> bits_;
    unsigned char* const pinned_;
    std::array<typename Copies::Event, kTransferSlots> done_;
};

}  // namespace apsp

// Copies between the host's memory and a device's own, in pieces, through a few pinned buffers.
//
// Pageable memory crosses the bus at a fraction of the bus's speed, so all threads copy one piece
// to or from pinned memory while the bus carries others. Pinning takes time, too, as much per byte
// as several copies, so a small matrix gets small pieces.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "algorithms/device_memory.hpp"
#include "algorithms/engine_options.hpp"
#include "algorithms/view.hpp"
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
    /// Where the byte lies that `first` others come before; with gaps, one that begins a row.
    std::size_t at(std::size_t first) const {
        return begin + (has_gaps() ? first / width * pitch : first);
    }
};

/// A piece of such rows: `bytes` bytes, after the `first` ones; gaps do not count.
struct TransferPiece {
    std::size_t slot;
    std::size_t first;
    std::size_t bytes;
};

/// A Bus moves pieces between its slots of pinned memory and a device's memory:
///   Memory                          how it refers to a device's memory
///   pinned(slot)                    the slot
///   send(piece, rows, memory)       begins to copy to the rows of the memory
///   receive(piece, rows, memory)    begins to copy from them
///   wait(slot)                      waits until the slot's last copy is done
///   finish()                        waits until all copies are done
template <class Bus>
class TransferOver {
  public:
    using Memory = typename Bus::Memory;

    /// The bus has slots of `piece` bytes.
    template <class... Arguments>
    explicit TransferOver(std::size_t piece, Arguments&&... arguments)
        : piece_(piece), bus_(piece, std::forward<Arguments>(arguments)...) {}

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
        to_device(host, device, Pitched{0, bytes, bytes, 1});
    }
    void to_host(const Memory& device, void* host, std::size_t bytes) {
        to_host(device, host, Pitched{0, bytes, bytes, 1});
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

    /// Sends in pieces of at most `size` bytes.
    template <class Write>
    void send(const Pitched& rows, std::size_t size, const Memory& device, Write&& write) {
        const std::size_t pieces = (rows.bytes() + size - 1) / size;
        for (std::size_t k = 0; k < pieces; ++k) {
            check_stop();
            const TransferPiece piece = piece_at(k, size, rows.bytes());
            if (k >= kTransferSlots) bus_.wait(piece.slot);
            write(piece, bus_.pinned(piece.slot));
            bus_.send(piece, rows, device);
        }
        bus_.finish();
    }
    template <class Read>
    void receive(const Pitched& rows, std::size_t size, const Memory& device, Read&& read) {
        const std::size_t pieces = (rows.bytes() + size - 1) / size;
        const auto request = [&](std::size_t k) {
            if (k < pieces) bus_.receive(piece_at(k, size, rows.bytes()), rows, device);
        };
        try {
            for (std::size_t k = 0; k + 1 < kTransferSlots; ++k) request(k);
            for (std::size_t k = 0; k < pieces; ++k) {
                check_stop();
                request(k + kTransferSlots - 1);
                const TransferPiece piece = piece_at(k, size, rows.bytes());
                bus_.wait(piece.slot);
                read(piece, static_cast<const void*>(bus_.pinned(piece.slot)));
            }
        } catch (...) {
            bus_.finish();  // otherwise pending copies would overwrite what is sent next
            throw;
        }
    }

    std::size_t piece_;
    Bus bus_;
};

}  // namespace apsp

// The blocks and memory that an engine will use, and how its slabs lie there, known before it is
// opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace apsp {

/// A piece of memory: what it is for, and whose it is.
struct Buffer {
    std::string what;
    std::uint64_t bytes = 0;
    bool on_device = true;  ///< Otherwise on the host.
};

/// How elements lie in the rows of slabs: as the host has them, or a bit for each byte of the
/// host's.
struct SlabLayout {
    std::size_t element_bytes;  ///< Of the host's.
    bool bits = false;
    std::size_t tile = 1;  ///< Rows of bits are a multiple of so many words.

    std::size_t words(std::size_t ld) const { return (ld / 32 + tile - 1) / tile * tile; }
    std::size_t row_bytes(std::size_t ld) const {
        return bits ? words(ld) * sizeof(std::uint32_t) : ld * element_bytes;
    }
};

struct EnginePlan {
    std::vector<std::size_t> blocks;  ///< As Tiles::blocks; empty for fw.
    std::size_t tile = 0;
    std::vector<Buffer> buffers;  ///< In addition to the host's matrix.

    bool keeps_weights = false;  ///< As EngineOptions::keep_weights asked for.

    /// Bytes of the buffers on the device.
    std::uint64_t device_bytes() const {
        std::uint64_t total = 0;
        for (const Buffer& buffer : buffers) total += buffer.on_device ? buffer.bytes : 0;
        return total;
    }
};

}  // namespace apsp

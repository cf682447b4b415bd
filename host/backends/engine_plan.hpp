// The blocks and memory that an engine will use, known before it is opened.
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

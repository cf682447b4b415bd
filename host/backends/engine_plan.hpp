// What an engine will take, known before it is opened.
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
    bool on_device = true;  ///< Else the host's.
};

struct EnginePlan {
    std::vector<std::size_t> blocks;  ///< As Tiles::blocks; none for fw.
    std::size_t tile = 0;
    std::vector<Buffer> buffers;  ///< Beside the host's matrix.

    bool keeps_weights = false;  ///< As EngineOptions::keep_weights asked for.

    /// Bytes of those on the device.
    std::uint64_t device_bytes() const {
        std::uint64_t total = 0;
        for (const Buffer& buffer : buffers) total += buffer.on_device ? buffer.bytes : 0;
        return total;
    }
};

}  // namespace apsp

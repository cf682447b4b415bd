// Numbers as people read them, for messages.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

namespace apsp {

/// 6442450944 -> "6.00 GiB".
inline std::string format_bytes(std::uint64_t bytes) {
    const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < std::size(units)) {
        value /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} bytes", bytes)
                     : fmt::format("{:.2f} {}", value, units[unit]);
}

}  // namespace apsp

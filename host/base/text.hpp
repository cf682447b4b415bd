// Numbers, and pieces of files, as people read them in messages.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>

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

/// Text that others wrote, such as a file's name or a label, for messages and reports: whatever
/// controls a terminal, and what is no UTF-8, is written as \x1b. The second keeps the line ends.
std::string printable(std::string_view text);
std::string printable_lines(std::string_view text);

/// A piece of a file as messages show it: printable, in quotes, and cut short.
std::string in_quotes(std::string_view text);

}  // namespace apsp

// Time and memory that a command may take.
#pragma once

#include <cstdint>
#include <string_view>

namespace apsp::cli {

/// Seconds of "60", "60s", "5m". @throws Error usage
double parse_budget(std::string_view text, std::string_view option = "--budget");

/// Bytes of "8G", "1.5GiB", "300M", "64k" (powers of 1024) or "100000". @throws Error usage
std::uint64_t parse_bytes(std::string_view text, std::string_view option);

}  // namespace apsp::cli

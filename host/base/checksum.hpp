// Checksums of large memory, which notice damage on a disk. Not against forgery.
#pragma once

#include <cstddef>
#include <cstdint>

namespace apsp {

/// Computed by all threads. Any change within eight bytes changes it; other changes leave it as it
/// is in one case of 2^64.
std::uint64_t checksum(const void* memory, std::size_t bytes);

}  // namespace apsp

// The user's own folders, and names of files in them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace apsp {

/// $VARIABLE/apsp-ocl, or ~/BELOW_HOME/apsp-ocl; empty when neither variable is set.
std::string user_folder(const char* variable, const char* below_home);

/// FNV-1a, for names of files and for checksums of their contents. To hash several texts, pass the
/// hash of those before as `h`.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t h = 0xCBF29CE484222325u) {
    for (char byte : bytes) h = (h ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    return h;
}

}  // namespace apsp

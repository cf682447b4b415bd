// The user's own folders, and files that are written whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace apsp {

/// $VARIABLE/apsp-ocl, or ~/BELOW_HOME/apsp-ocl; empty when neither variable is set.
std::string user_folder(const char* variable, std::string_view below_home);

/// Writes beside `path` and renames, making folders as needed. Returns what went wrong, or "".
[[nodiscard]] std::string write_whole(const std::filesystem::path& path, std::string_view content);

/// FNV-1a, for names of files and for checks of what is in them; of several texts, each after `h`
/// of those before.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t h = 0xCBF29CE484222325u) {
    for (char byte : bytes) h = (h ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    return h;
}

}  // namespace apsp

// Names of streams that the process already has. These are used as they are: opening them anew
// would fail for a socket and start at the beginning of a file.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string_view>

#include "base/parse_number.hpp"

namespace apsp {

/// Whether the path is one of the system's devices or streams. Files in "/dev/shm" are files like
/// others, in memory.
inline bool is_system_device(const std::filesystem::path& path) {
    const std::string name = path.string();
    return name.starts_with("/dev/") && !name.starts_with("/dev/shm/");
}

/// Whether the path means a descriptor of this process.
inline bool names_stream(std::string_view path) {
    return path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr" ||
           path.starts_with("/dev/fd/");
}

/// A copy of the descriptor that "/dev/stdin", "/dev/stdout" or "/dev/fd/7" means; -1 for any other
/// path, or if there is no such descriptor.
inline int standard_stream(const std::filesystem::path& path) {
    const std::string name = path.string();
    if (name == "/dev/stdin") return dup(STDIN_FILENO);
    if (name == "/dev/stdout") return dup(STDOUT_FILENO);
    int number = -1;
    if (!name.starts_with("/dev/fd/") || !parse_whole(name.substr(8), number)) return -1;
    return dup(number);
}

}  // namespace apsp

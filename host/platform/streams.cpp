// The standard streams of file.hpp, by what the C libraries of all systems have.
#include <unistd.h>

#include <charconv>
#include <cstdio>

#include "platform/file.hpp"

namespace apsp {

File standard_stream(const std::filesystem::path& path) {
    const std::string name = text_of(path);
    if (name == "/dev/stdin") return File(dup(STDIN_FILENO));
    if (name == "/dev/stdout") return File(dup(STDOUT_FILENO));
    if (!name.starts_with("/dev/fd/")) return {};
    int number = -1;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + 8, end, number);
    return error == std::errc() && rest == end ? File(dup(number)) : File();
}

std::string take_standard_output() {
    std::fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    const bool done = kept >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
    return done ? "/dev/fd/" + std::to_string(kept) : "";
}

bool names_stream(std::string_view path) {
    return path == "/dev/stdin" || path == "/dev/stdout" || path == "/dev/stderr" ||
           path.starts_with("/dev/fd/");
}

bool is_system_device(const std::filesystem::path& path) {
    const std::string name = text_of(path);
    return name.starts_with("/dev/") && !name.starts_with("/dev/shm/");
}

}  // namespace apsp

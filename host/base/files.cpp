#include "base/files.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

namespace apsp {

std::string user_folder(const char* variable, std::string_view below_home) {
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder != '\0') {
        return fmt::format("{}/apsp-ocl", folder);
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return fmt::format("{}/{}/apsp-ocl", home, below_home);
    }
    return "";
}

std::string write_whole(const std::filesystem::path& path, std::string_view content) {
    std::error_code error, ignored;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) return fmt::format("{}: {}", path.parent_path().string(), error.message());
    static std::atomic<unsigned> counter{0};
    const std::filesystem::path temporary =
        path.string() + fmt::format(".{}.{}", getpid(), counter++);
    std::ofstream stream(temporary, std::ios::binary);
    stream << content;
    stream.close();
    if (!stream) {
        std::filesystem::remove(temporary, ignored);
        return temporary.string() + ": cannot be written";
    }
    std::filesystem::rename(temporary, path, error);
    if (!error) return "";
    std::filesystem::remove(temporary, ignored);
    return fmt::format("{}: {}", path.string(), error.message());
}

}  // namespace apsp

#include "base/files.hpp"

#include <fmt/core.h>

#include <cstdlib>

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

}  // namespace apsp

#include "base/files.hpp"

#include <fmt/core.h>

#include <cstdlib>

#include "platform/process.hpp"

namespace apsp {

std::string user_folder(const char* variable, const char* below_home) {
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder != '\0') {
        return fmt::format("{}/apsp-ocl", folder);
    }
    const std::string home = home_folder(below_home);
    return home.empty() ? "" : home + "/apsp-ocl";
}

}  // namespace apsp

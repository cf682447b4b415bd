// The libraries that the program is built with, for --version, and what its system lets it do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace apsp {

struct Library {
    std::string name;
    std::string version;  ///< "" where it is not built in.
    std::string without;  ///< What a build without it lacks.
};

std::vector<Library> libraries();

/// @throws Error usage, with the reason, if the system's `lacks` have `what`
void check_system_has(std::string_view what);

}  // namespace apsp

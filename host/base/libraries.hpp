// The libraries that the program is built with: for --version.
#pragma once

#include <string>
#include <vector>

namespace apsp {

struct Library {
    std::string name;
    std::string version;  ///< "" where it is not built in.
    std::string without;  ///< What a build without it lacks.
};

std::vector<Library> libraries();

}  // namespace apsp

// An implementation of OpenCL with devices that do not exist. It remembers the programs that it is
// asked to build, and runs nothing: memory stays as it is. The library finds it in the process.
#pragma once

#include <compare>
#include <map>
#include <string>

namespace apsp::test {

struct Program {
    std::string source, options;
    auto operator<=>(const Program&) const = default;
};

/// With the first device that each was built for, as options of Clang.
std::map<Program, std::string>& built_programs();

}  // namespace apsp::test

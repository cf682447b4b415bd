// --version: which program this is, how it was built, and what it finds here.
#pragma once

#include <string>

namespace apsp::cli {

struct BuildInfo {
    std::string commit;  ///< "" where it is not known.
    std::string compiler;
    std::string build_type;
};

/// From cmake/build_info.cpp.in.
const BuildInfo& build_info();

/// Prints these, as lines or one JSON object. The first line is in the form of the GNU Coding
/// Standards. `mpi` is the MPI library, for the program that has one.
void print_version(const std::string& program, bool json, const std::string& mpi = "");

}  // namespace apsp::cli

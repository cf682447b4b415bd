// The library's messages in the program's words.
#pragma once

#include <string>

namespace apsp::cli {

/// Options that a message names by their place in the library, SolveOptions::dtype, become those of
/// the program, --dtype.
std::string in_program_words(std::string message);

}  // namespace apsp::cli

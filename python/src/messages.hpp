// The library's messages in Python's words.
#pragma once

#include <string>

namespace apsp::python {

/// Replaces options that a message names as the library does, SolveOptions::paths, by arguments of
/// the package's functions, predecessors.
std::string in_python_words(std::string message);

}  // namespace apsp::python

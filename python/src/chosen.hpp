// The value that a word names.
#pragma once

#include <optional>
#include <string>

#include "apsp/errors.hpp"

namespace apsp::python {

/// @throws Error usage if nothing was found
template <class T>
T chosen(std::optional<T> found, const char* what, const std::string& text) {
    if (!found) throw Error(ErrorKind::usage, std::string("unknown ") + what + " '" + text + "'");
    return *found;
}

}  // namespace apsp::python

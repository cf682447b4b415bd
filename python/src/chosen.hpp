// The value that a word names.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "apsp/enumerators.hpp"
#include "apsp/errors.hpp"

namespace apsp::python {

/// The value of the row with this name.
/// @throws Error usage if there is none
template <class Row, std::size_t kCount>
auto chosen(const std::array<Row, kCount>& rows, const char* what, const std::string& name) {
    const auto found = parse_in(rows, name);
    if (found) return *found;
    std::string names;
    for (const Row& row : rows) names += (names.empty() ? "" : ", ") + std::string(row.name);
    throw Error(ErrorKind::usage,
                std::string("unknown ") + what + " '" + name + "'; choose from " + names);
}

}  // namespace apsp::python

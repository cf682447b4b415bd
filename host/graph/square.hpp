// A check for whatever needs all rows of a matrix.
#pragma once

#include <string_view>

#include "apsp/matrix.hpp"

namespace apsp {

/// @throws Error bad_input, naming the matrix `what`, unless it has as many rows as columns
void check_square(const Matrix& matrix, std::string_view what);

}  // namespace apsp

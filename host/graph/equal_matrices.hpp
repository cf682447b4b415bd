// Comparing results.
#pragma once

#include "apsp/matrix.hpp"

namespace apsp {

/// Whether both have the same type and elements, bit for bit; the padding does not count.
bool equal_matrices(const Matrix& a, const Matrix& b);

}  // namespace apsp

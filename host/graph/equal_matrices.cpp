#include "graph/equal_matrices.hpp"

#include <cstring>

namespace apsp {

bool equal_matrices(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.n() != b.n() || a.dtype() != b.dtype()) return false;
    const std::size_t used = a.n() * size_of(a.dtype());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        if (std::memcmp(a.row_data(i), b.row_data(i), used) != 0) return false;
    }
    return true;
}

}  // namespace apsp

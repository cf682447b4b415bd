#include "graph/padding.hpp"

#include <algorithm>

namespace apsp {

void fill_padding(Matrix& matrix, Semiring semiring) {
    fill_padding(matrix, {0, matrix.ld()}, semiring);
}

void fill_padding(Matrix& matrix, Range rows, Semiring semiring) {
    write_padding(matrix.row_data(rows.first), matrix.dtype(), matrix.n(), rows, semiring);
}

void write_padding(void* to, Dtype dtype, std::size_t n, Range rows, Semiring semiring) {
    visit(dtype, [&](auto sample) {
        using T = decltype(sample);
        T* row = static_cast<T*>(to);
        const std::size_t ld = padded(n);
        for (std::size_t i = rows.first; i < rows.last; ++i, row += ld) {
            std::fill(row + (i < n ? n : 0), row + ld, zero<T>(semiring));
        }
    });
}

}  // namespace apsp

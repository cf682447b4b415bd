#include "core/padding.hpp"

#include <algorithm>

namespace apsp {

void fill_padding(Matrix& matrix, Semiring semiring) {
    fill_padding(matrix, {0, matrix.ld()}, semiring);
}

void fill_padding(Matrix& matrix, Range rows, Semiring semiring) {
    visit(matrix.dtype(), [&](auto sample) {
        using T = decltype(sample);
        T* const data = static_cast<T*>(matrix.data());
        const std::size_t n = matrix.n();
        const std::size_t ld = matrix.ld();
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            std::fill(data + i * ld + (i < n ? n : 0), data + (i + 1) * ld, zero<T>(semiring));
        }
    });
}

}  // namespace apsp

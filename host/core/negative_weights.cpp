// See negative_weights.hpp.
#include "core/negative_weights.hpp"

namespace apsp {

void restore_infinity(Matrix& distances, Range rows) {
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_integral_v<T>) {
#pragma omp parallel for schedule(static)
            for (std::size_t i = rows.first; i < rows.last; ++i) {
                for (T& d : distances.row<T>(i)) {
                    d = d >= drifted_infinity<T>() ? infinity<T>() : d;
                }
            }
        }
    });
}

bool has_negative_diagonal(const Matrix& distances, Range rows) {
    return visit(distances.dtype(), [&](auto zero) {
        std::size_t i = rows.first;
        while (i < rows.last && distances.row<decltype(zero)>(i)[i] >= zero) ++i;
        return i < rows.last;
    });
}

void clear_diagonal(Matrix& distances, Range rows) {
    visit(distances.dtype(), [&](auto zero) {
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            distances.row<decltype(zero)>(i)[i] = zero;
        }
    });
}

}  // namespace apsp

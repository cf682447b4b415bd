// When a computed distance counts as the expected one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"
#include "graph/rounding.hpp"

namespace apsp {

/// Of sums and products that only grow, costs or those of other semirings than min_plus: integers
/// must match exactly, as must integers held in floats while every partial sum is exact; other
/// floats to within n roundings.
class Tolerance {
  public:
    Tolerance(std::size_t n, bool integral, Dtype dtype, Semiring semiring = Semiring::min_plus) {
        const double unit = 2 * unit_roundoff(dtype);
        exact_below_ = integral ? (unit == 0 ? kInfinity : 1 / unit) : 0;
        const bool rounds = semiring == Semiring::min_plus || semiring == Semiring::max_times;
        relative_ = rounds ? unit * static_cast<double>(n) : 0;
    }
    bool equal(double computed, double expected) const {
        if (computed == expected) return true;
        if (std::isinf(computed) || std::isinf(expected) || exact(std::abs(expected))) return false;
        return std::abs(computed - expected) <= relative_ * std::abs(expected);
    }
    /// Whether distances of up to that magnitude must match exactly.
    bool exact(double magnitude) const { return magnitude < exact_below_; }
    double relative_slack() const { return relative_; }

  private:
    double exact_below_ = 0;
    double relative_ = 0;
};

/// Row i of the matrix as doubles, the ends of the type's order as those of f64.
inline std::vector<double> row_of(const Matrix& matrix, std::size_t i,
                                  Semiring semiring = Semiring::min_plus) {
    return visit(matrix.dtype(), [&](auto sample) {
        using T = decltype(sample);
        const auto row = matrix.row<T>(i);
        std::vector<double> values(row.size());
        std::ranges::transform(row, values.begin(), [&](T d) {
            if (d == zero<T>(semiring)) return zero<double>(semiring);
            if (d == one<T>(semiring)) return one<double>(semiring);
            return static_cast<double>(d);
        });
        return values;
    });
}

}  // namespace apsp

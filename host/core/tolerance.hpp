// When a computed distance counts as the expected one.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Integers must match exactly, as must integers held in floats while every partial sum is exact;
/// other floats to within n roundings.
class Tolerance {
  public:
    Tolerance(const Graph& graph, Dtype dtype, Semiring semiring = Semiring::min_plus) {
        const double n = static_cast<double>(graph.vertices());
        largest_ = std::max(std::abs(graph.min_weight()), std::abs(graph.max_weight()));
        mixed_signs_ = graph.min_weight() < 0;
        const double unit = dtype == Dtype::f32 ? 0x1p-23 : dtype == Dtype::f64 ? 0x1p-52 : 0;
        // Integers are exact while every partial sum stays below 1 / unit.
        exact_below_ = graph.integral() ? (unit == 0 ? kInfinity : 1 / unit) : 0;
        const bool rounds = semiring == Semiring::min_plus || semiring == Semiring::max_times;
        relative_ = rounds ? unit * n : 0;
        if (semiring != Semiring::min_plus) largest_ = 0;
        n_ = n;
    }
    bool equal(double computed, double expected) const {
        if (computed == expected) return true;
        if (std::isinf(computed) || std::isinf(expected)) return false;
        if (exact(std::abs(expected))) return false;
        // Negative weights cancel, so that the partial sums may be larger than the distance.
        return std::abs(computed - expected) <= slack(std::abs(expected));
    }
    /// Whether distances of up to that magnitude must match exactly.
    bool exact(double magnitude) const {
        return magnitude < exact_below_ && (!mixed_signs_ || largest_ * n_ < exact_below_);
    }

    /// The most by which distances of up to that magnitude may differ.
    double slack(double magnitude) const {
        return relative_ * (mixed_signs_ ? largest_ * n_ : magnitude + largest_);
    }

  private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    double n_ = 0;
    double largest_ = 0;
    double exact_below_ = 0;
    double relative_ = 0;
    bool mixed_signs_ = false;
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

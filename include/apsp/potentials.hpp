// Potentials of a graph's vertices, which turn weights of either sign into costs of 0 or more that
// have the same shortest paths.
//
// D. B. Johnson, "Efficient algorithms for shortest paths in sparse networks", JACM 24(1), 1977.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "apsp/export.h"

namespace apsp {

/// A number as the unevaluated sum of two doubles; the second is at most a rounding error of the
/// first.
struct DoubleDouble {
    double high = 0;
    double low = 0;

    friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
    friend bool operator==(const DoubleDouble&, const DoubleDouble&) = default;
};

/// a + b exactly, where neither overflows (Knuth, TAOCP 2, section 4.2.2).
inline DoubleDouble exact_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// a + b, to within 2^-100 of the larger one.
inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble sum = exact_sum(a.high, b.high);
    const DoubleDouble rest = exact_sum(a.low, b.low);
    const DoubleDouble upper = exact_sum(sum.high, sum.low + rest.high);
    return exact_sum(upper.high, upper.low + rest.low);
}

/// h(v) for every vertex v, with weight(i, j) + h(i) - h(j) >= 0 for every arc.
class APSP_EXPORT Potentials {
  public:
    Potentials() = default;
    /// `low` is empty, or holds what is to be added to each of `high`, as in DoubleDouble. `exact`
    /// is false if the true potentials have more digits, so that costs may be off by those.
    explicit Potentials(std::vector<double> high, std::vector<double> low = {}, bool exact = true);

    std::size_t size() const noexcept { return high_.size(); }
    DoubleDouble at(std::size_t v) const { return {high_[v], low_.empty() ? 0 : low_[v]}; }
    const std::vector<double>& high() const noexcept { return high_; }
    const std::vector<double>& low() const noexcept { return low_; }
    /// The largest minus the smallest; no distance is below minus this.
    double spread() const noexcept { return spread_; }
    bool exact() const noexcept { return exact_; }
    /// Whether all are integers below 2^52 in magnitude, whose differences are exact.
    bool integral() const noexcept { return integral_; }

    /// The cost of an arc, weight + h(i) - h(j), and never below 0. +infinity where it exceeds the
    /// range of doubles.
    DoubleDouble exact_cost(std::size_t i, std::size_t j, double weight) const {
        return clamped(exact_sum(weight, high_[i]), i, j);
    }
    /// The same to within a rounding.
    double cost(std::size_t i, std::size_t j, double weight) const {
        if (integral_) {
            const double cost = weight + (high_[i] - high_[j]);
            return cost > 0 ? cost : 0;
        }
        if (weight == std::numeric_limits<double>::infinity()) return weight;
        return exact_cost(i, j, weight).high;
    }
    /// The distance i -> j of a path whose costs add up to `cost`.
    DoubleDouble exact_distance(std::size_t i, std::size_t j, const DoubleDouble& cost) const {
        const DoubleDouble from = at(i);
        return (cost + at(j)) + DoubleDouble{-from.high, -from.low};
    }
    /// The inverse of exact_distance.
    DoubleDouble exact_path_cost(std::size_t i, std::size_t j, const DoubleDouble& distance) const {
        return exact_distance(j, i, distance);
    }

  private:
    DoubleDouble clamped(const DoubleDouble& sum, std::size_t i, std::size_t j) const {
        DoubleDouble cost = exact_sum(sum.high, -high_[j]);
        if (cost.high == std::numeric_limits<double>::infinity()) return {cost.high, 0};
        cost = exact_sum(cost.high, cost.low + sum.low);
        if (!low_.empty()) cost = cost + exact_sum(low_[i], -low_[j]);
        return cost.high > 0 ? cost : DoubleDouble{};
    }

    std::vector<double> high_;
    std::vector<double> low_;
    double spread_ = 0;
    bool exact_ = true;
    bool integral_ = true;
};

}  // namespace apsp

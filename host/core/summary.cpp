// Sums over all pairs, in 64 bits.
#include <algorithm>
#include <cmath>

#include "apsp/solve.hpp"

namespace apsp {
namespace {

/// n^2 values of up to 2^53 could pass 2^63: then the sum in floating point is what there is.
constexpr double kLargestSum = 0x1p62;

}  // namespace

Summary summarize(const Matrix& distances, Semiring semiring) {
    return summarize(distances, {0, distances.n()}, semiring);
}

Summary summarize(const Matrix& distances, Range rows, Semiring semiring) {
    Summary summary;
    const std::size_t n = distances.n();
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const T no_path = apsp::zero<T>(semiring);
        std::uint64_t pairs = 0;
        std::uint64_t sum_integer = 0;  // modulo 2^64
        double sum = 0;
        double largest = -std::numeric_limits<double>::infinity();
        bool integral = true;
#pragma omp parallel for schedule(static) reduction(+ : pairs, sum_integer, sum) \
    reduction(max : largest) reduction(&& : integral)
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            auto row = distances.row<T>(i);
            for (std::size_t j = 0; j < n; ++j) {
                const T d = row[j];
                if (i == j || d == no_path) continue;
                ++pairs;
                sum += static_cast<double>(d);
                largest = std::max(largest, static_cast<double>(d));
                // Beyond 2^53 a float stands for a real number, not for an exact integer.
                const bool exact =
                    std::is_integral_v<T> ||
                    (std::abs(static_cast<double>(d)) < 0x1p53 && d == std::trunc(d));
                integral = integral && exact;
                if (exact) {
                    sum_integer += static_cast<std::uint64_t>(static_cast<std::int64_t>(d));
                }
            }
        }
        summary.integral = integral && std::abs(sum) < kLargestSum;
        summary.reachable_pairs = pairs;
        summary.sum_integer = summary.integral ? static_cast<std::int64_t>(sum_integer) : 0;
        summary.sum = sum;
        summary.max = pairs == 0 ? 0 : largest;
    });
    return summary;
}

Summary add_up(std::span<const Summary> parts) {
    Summary total;
    std::uint64_t sum_integer = 0;  // modulo 2^64
    for (const Summary& part : parts) {
        if (part.reachable_pairs == 0) continue;  // its largest is none
        total.max = total.reachable_pairs == 0 ? part.max : std::max(total.max, part.max);
        total.reachable_pairs += part.reachable_pairs;
        total.integral = total.integral && part.integral;
        sum_integer += static_cast<std::uint64_t>(part.sum_integer);
        total.sum += part.sum;
    }
    total.integral = total.integral && std::abs(total.sum) < kLargestSum;
    total.sum_integer = total.integral ? static_cast<std::int64_t>(sum_integer) : 0;
    return total;
}

}  // namespace apsp

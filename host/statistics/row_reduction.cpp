// Rows in parallel; integers are added up as integers, floats as doubles.
#include "statistics/row_reduction.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {
namespace {

/// The sum of 1 / d, without branches, so that the loop can become vectors.
template <class T>
double harmonic(std::span<const T> row, T no_path) {
    double sum = 0;
    for (const T d : row) sum += d < no_path && d != 0 ? 1 / static_cast<double>(d) : 0;
    return sum;
}

/// The total weight of the entries below the limit: if there are no weights, how many.
template <class T>
double within(std::span<const T> row, T limit, const double* weights) {
    if (weights == nullptr) {
        std::uint32_t count = 0;
#pragma omp simd reduction(+ : count)
        for (std::size_t j = 0; j < row.size(); ++j) count += row[j] < limit;
        return count;
    }
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t j = 0; j < row.size(); ++j) sum += row[j] < limit ? weights[j] : 0;
    return sum;
}

/// @tparam T element type
template <class T>
double limit_of(double bound) {
    const double least = static_cast<double>(std::numeric_limits<T>::lowest());
    if constexpr (std::is_integral_v<T>) {
        return std::clamp(std::floor(bound) + 1, least, static_cast<double>(infinity<T>()));
    } else {
        const double most = static_cast<double>(std::numeric_limits<T>::max());
        const T nearest = static_cast<T>(std::clamp(bound, least, most));
        const bool above = static_cast<double>(nearest) > bound;
        return static_cast<double>(above ? nearest : std::nextafter(nearest, infinity<T>()));
    }
}

}  // namespace

double no_path(Dtype dtype) {
    return visit(dtype, [](auto zero) { return static_cast<double>(infinity<decltype(zero)>()); });
}

RowQuestion::RowQuestion(Dtype of, const StatisticsOptions& options)
    : StatisticsOptions(options), dtype(of), no_path(apsp::no_path(of)) {
    visit(dtype, [&](auto zero) {
        std::ranges::transform(bounds, std::back_inserter(limits), limit_of<decltype(zero)>);
    });
}

void RowReductions::take_within(std::size_t row, std::span<const double> weights) {
    for (std::size_t b = 0; b < weights.size(); ++b) {
        std::atomic_ref(totals[b]).fetch_add(weights[b], std::memory_order_relaxed);
        if (!within.empty()) within[row * weights.size() + b] = weights[b];
    }
}

void RowReductions::put(std::size_t first, const RowReductions& part) {
    const auto at = [](auto& all, std::size_t place) {
        return all.begin() + static_cast<std::ptrdiff_t>(place);
    };
    std::ranges::copy(part.rows, at(rows, first));
    std::ranges::copy(part.within, at(within, first * totals.size()));
    std::ranges::transform(totals, part.totals, totals.begin(), std::plus());
}

RowReductions no_reductions(const RowQuestion& question, std::size_t rows) {
    const std::size_t bounds = question.bounds.size();
    return {std::vector<RowReduction>(rows), std::vector<double>(bounds),
            std::vector<double>(question.within ? rows * bounds : 0)};
}

template <class T>
Summary reduce_row(std::span<const T> row, std::size_t i, const RowQuestion& question,
                   RowReductions& to, std::size_t place) {
    const T limit = static_cast<T>(question.no_path);
    const Summary sum = summarize_row(row, i, limit);
    RowReduction& own = to.rows[place];
    own = {sum.reachable_pairs, std::max(sum.max, 0.0), sum.sum};
    if (question.harmonic) {
        own.harmonic = harmonic(row.first(i), limit) + harmonic(row.subspan(i + 1), limit);
    }
    if (question.bounds.empty()) return sum;
    std::vector<double> found;
    const double* const weights = question.weights.empty() ? nullptr : question.weights.data();
    for (const double at : question.limits) {
        const T below = static_cast<T>(at);
        found.push_back(within(row.first(i), below, weights) +
                        within(row.subspan(i + 1), below, weights ? weights + i + 1 : nullptr));
    }
    to.take_within(place, found);
    return sum;
}

#define APSP_REDUCE_ROW(T)                                                           \
    template Summary reduce_row(std::span<const T>, std::size_t, const RowQuestion&, \
                                RowReductions&, std::size_t);
APSP_FOR_DTYPES(APSP_REDUCE_ROW)

Summary summary_of(const RowReductions& reduced, bool integral) {
    constexpr double kExact = 9007199254740992;  // 2^53
    std::vector<Summary> sums;
    for (const RowReduction& row : reduced.rows) {
        const bool exact = integral && row.sum < kExact;
        sums.push_back({row.count, exact, exact ? static_cast<std::int64_t>(row.sum) : 0, row.sum,
                        row.largest});
    }
    return add_up(sums);
}

RowReductions reduce_rows(const Matrix& distances, const RowQuestion& question, Range rows) {
    RowReductions reduced = no_reductions(question, rows.size());
    visit(distances.dtype(), [&](auto zero) {
        parallel_for(rows, static_cast<double>(distances.n()), [&](std::size_t i) {
            const std::span<const decltype(zero)> row = distances.row<decltype(zero)>(i);
            reduce_row(row, i, question, reduced, i - rows.first);
        });
    });
    return reduced;
}

}  // namespace apsp

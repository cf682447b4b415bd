// Sums over all pairs, in 64 bits.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/all_dtypes.hpp"
#include "base/longer_vectors.hpp"
#include "base/parallel_for.hpp"
#include "base/text.hpp"
#include "graph/square.hpp"
#include "statistics/row_summary.hpp"

namespace apsp {
namespace {

/// The sum of n^2 values of up to 2^53 could exceed 2^63; above this, only the floating-point sum
/// is given.
constexpr double kLargestSum = 0x1p62;

template <class T>
constexpr T kLowest = std::numeric_limits<T>::lowest();

/// Integers are added modulo 2^64.
void add(Summary& to, const Summary& part) {
    if (part.reachable_pairs == 0) return;  // it has no largest entry
    to.max = to.reachable_pairs == 0 ? part.max : std::max(to.max, part.max);
    to.reachable_pairs += part.reachable_pairs;
    to.integral = to.integral && part.integral;
    to.sum_integer = static_cast<std::int64_t>(static_cast<std::uint64_t>(to.sum_integer) +
                                               static_cast<std::uint64_t>(part.sum_integer));
    to.sum += part.sum;
}

/// Adds entries that are integers of 32 bits; returns false, with a useless sum, if one is not. It
/// has no branches and works in 32 bits alone, so that compilers vectorize it: sums of half words
/// do not overflow within a block.
template <class T>
APSP_LONGER_VECTORS bool add_integers(std::span<const T> entries, T no_path, Summary& to) {
    constexpr std::size_t kBlock = 1 << 14;
    constexpr T kBound = std::is_integral_v<T> ? T{0} : static_cast<T>(1 << 30);
    std::uint32_t pairs = 0;
    std::int32_t others = 0;
    std::int64_t sum = 0;
    T largest = kLowest<T>;
    for (std::size_t first = 0; first < entries.size(); first += kBlock) {
        const T* const block = entries.data() + first;
        const std::size_t count = std::min(kBlock, entries.size() - first);
        std::int32_t low = 0, high = 0;
#pragma omp simd reduction(+ : pairs, low, high) reduction(| : others) reduction(max : largest)
        for (std::size_t k = 0; k < count; ++k) {
            const T d = block[k];
            const T value = d != no_path ? d : T{0};
            std::int32_t whole = 0;
            if constexpr (std::is_integral_v<T>) {
                whole = value;
            } else {
                const T below = value < kBound ? value : kBound;
                whole = static_cast<std::int32_t>(below > -kBound ? below : -kBound);
                others |= static_cast<T>(whole) != value ? 1 : 0;
            }
            pairs += d != no_path ? 1 : 0;
            low += whole & 0xFFFF;
            high += whole >> 16;
            const T candidate = d != no_path ? d : kLowest<T>;
            largest = largest > candidate ? largest : candidate;
        }
        if (others != 0) return false;
        sum += (std::int64_t{high} << 16) + low;
    }
    add(to, {pairs, true, sum, static_cast<double>(sum), static_cast<double>(largest)});
    return true;
}

/// Adds any entries, in their order. What is a loop of its own becomes vectors.
template <class T>
APSP_LONGER_VECTORS void add_reals(std::span<const T> entries, T no_path, Summary& to) {
    int others = 0;
    for (const T entry : entries) {
        const T d = entry != no_path ? entry : T{0};
        // Beyond 2^53 a float stands for a real number, not for an exact integer.
        others |= (d < T{0x1p53} ? 0 : 1) | (d > T{-0x1p53} ? 0 : 1) | (d == std::trunc(d) ? 0 : 1);
    }
    std::uint64_t pairs = 0, whole = 0;
    double sum = 0;
    T largest = kLowest<T>;
    for (const T entry : entries) {
        const bool path = entry != no_path;
        sum += path ? static_cast<double>(entry) : 0;
        pairs += path ? 1 : 0;
        largest = path && entry > largest ? entry : largest;
    }
    for (const T d : others == 0 ? entries : std::span<const T>()) {
        whole += static_cast<std::uint64_t>(static_cast<std::int64_t>(d != no_path ? d : T{0}));
    }
    add(to,
        {pairs, others == 0, static_cast<std::int64_t>(whole), sum, static_cast<double>(largest)});
}

}  // namespace

template <class T>
Summary summarize_row(std::span<const T> row, std::size_t i, T no_path) {
    const std::span<const T> parts[] = {row.first(i), row.subspan(i + 1)};
    Summary summary;
    if (std::ranges::all_of(
            parts, [&](const auto& part) { return add_integers(part, no_path, summary); })) {
        return summary;
    }
    if constexpr (std::is_floating_point_v<T>) {
        summary = {};
        for (const auto& part : parts) add_reals(part, no_path, summary);
    }
    return summary;
}

#define APSP_SUMMARY(T) template Summary summarize_row(std::span<const T>, std::size_t, T);
APSP_FOR_DTYPES(APSP_SUMMARY)

Summary summarize(const Matrix& distances, Semiring semiring) {
    check_square(distances, "summary");
    return summarize(distances, {0, distances.n()}, semiring);
}

Summary summarize(const Matrix& distances, Range rows, Semiring semiring) {
    if (rows.first > rows.last || rows.last > std::min(distances.rows(), distances.n())) {
        throw Error(ErrorKind::usage,
                    fmt::format("no rows {} to {} to sum up: there are {} of {}", rows.first,
                                rows.last, distances.rows(), distances.n()));
    }
    std::vector<Summary> sums(rows.size());
    visit(distances.dtype(), [&](auto sample) {
        using T = decltype(sample);
        parallel_for(rows, static_cast<double>(distances.n()), [&](std::size_t i) {
            sums[i - rows.first] = summarize_row(distances.row<T>(i), i, zero<T>(semiring));
        });
    });
    return add_up(sums);
}

Summary add_up(std::span<const Summary> parts) {
    Summary total;
    for (const Summary& part : parts) add(total, part);
    total.integral = total.integral && std::abs(total.sum) < kLargestSum;
    if (!total.integral) total.sum_integer = 0;
    return total;
}

}  // namespace apsp

// Rows in parallel; integers are added up as integers, floats as doubles.
#include "statistics/row_reduction.hpp"

#include <algorithm>
#include <type_traits>

#include "base/parallel_for.hpp"

namespace apsp {
namespace {

template <class T>
RowReduction reduce(std::span<const T> row, T no_path) {
    using Sum = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;
    std::uint32_t count = 0;
    T largest = 0;
    Sum sum = 0;
    // No branches, so that the loop can become vectors.
    for (const T d : row) {
        const bool path = d < no_path;
        count += path;
        sum += path ? static_cast<Sum>(d) : Sum{0};
        largest = path && d > largest ? d : largest;
    }
    return {count, static_cast<double>(largest), static_cast<double>(sum)};
}

}  // namespace

Summary summary_of(const std::vector<RowReduction>& rows) {
    std::vector<Summary> sums;
    for (const RowReduction& row : rows) {
        sums.push_back({row.count, true, static_cast<std::int64_t>(row.sum), row.sum, row.largest});
    }
    return add_up(sums);
}

std::vector<RowReduction> reduce_rows(const Matrix& distances, double no_path, Range rows) {
    std::vector<RowReduction> reduced(rows.size());
    visit(distances.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const T limit = static_cast<T>(no_path);
        parallel_for(rows, static_cast<double>(distances.n()), [&](std::size_t i) {
            const auto row = distances.row<T>(i);
            const RowReduction left = reduce(row.first(i), limit);
            const RowReduction right = reduce(row.subspan(i + 1), limit);
            reduced[i - rows.first] = {left.count + right.count,
                                       std::max(left.largest, right.largest), left.sum + right.sum};
        });
    });
    return reduced;
}

}  // namespace apsp

// See dense_rounds.hpp. Each thread has some columns to itself, and passes over them row after row;
// nearly all entries need no more than one comparison, without a branch.
#include "core/dense_rounds.hpp"

#include <algorithm>

namespace apsp {
namespace {

constexpr std::size_t kColumns = 2048;  // of a thread at a time: their labels stay in its L1 cache
constexpr std::size_t kAtOnce = 64;     // entries between two looks at what was found

template <class T>
bool improves(double from, const T* weights, const double* labels, std::size_t count) {
    bool any = false;
    for (std::size_t j = 0; j < count; ++j)
        any |= from + static_cast<double>(weights[j]) < labels[j];
    return any;
}

template <class T>
void relax_columns(const Matrix& matrix, const std::vector<std::size_t>& rows,
                   const std::vector<double>& before, Range columns, std::vector<double>& h,
                   std::vector<std::uint32_t>& parent, std::vector<char>& changed) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const T* const row = matrix.row<T>(rows[r]).data();
        for (std::size_t first = columns.first; first < columns.last; first += kAtOnce) {
            const std::size_t count = std::min(kAtOnce, columns.last - first);
            if (!improves(before[r], row + first, h.data() + first, count)) continue;
            for (std::size_t j = first; j < first + count; ++j) {
                if (row[j] == infinity<T>() || (rows[r] == j && row[j] >= 0)) continue;
                const double sum = before[r] + static_cast<double>(row[j]);
                if (!(sum < h[j])) continue;
                h[j] = sum;
                parent[j] = static_cast<std::uint32_t>(rows[r]);
                changed[j] = 1;
            }
        }
    }
}

}  // namespace

bool dense_round(const Graph& graph, std::vector<char>& changed, std::vector<double>& h,
                 std::vector<std::uint32_t>& parent) {
    const std::size_t n = graph.vertices();
    std::vector<std::size_t> rows;
    std::vector<double> before;
    for (std::size_t i = 0; i < n; ++i) {
        if (!changed[i]) continue;
        rows.push_back(i);
        before.push_back(h[i]);
    }
    std::ranges::fill(changed, 0);
    visit(graph.matrix()->dtype(), [&](auto zero) {
        using T = decltype(zero);
#pragma omp parallel for schedule(dynamic)
        for (std::size_t first = 0; first < n; first += kColumns) {
            const Range columns = {first, std::min(first + kColumns, n)};
            relax_columns<T>(*graph.matrix(), rows, before, columns, h, parent, changed);
        }
    });
    return std::ranges::find(changed, 1) != changed.end();
}

}  // namespace apsp

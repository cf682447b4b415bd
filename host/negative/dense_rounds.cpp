// See dense_rounds.hpp. Each thread takes some rows, which lower labels of its own; in the end, the
// smallest labels over all threads count, so that the labels do not depend on the number of
// threads. Nearly all entries need just one comparison, without a branch.
#include "negative/dense_rounds.hpp"

#include <algorithm>
#include <type_traits>

#include "base/parallel_for.hpp"
#include "graph/rounding.hpp"
#include "negative/exact_labels.hpp"

namespace apsp {
namespace {

constexpr std::size_t kAtOnce = 256;  // entries between two checks for a better label

/// Labels of one thread, of the type L, which holds every sum that is needed.
template <class L>
struct OwnLabels {
    std::vector<L> h;
    std::vector<std::uint32_t> parent;
};

template <class L, class T>
bool improves(L from, const T* weights, const L* labels, std::size_t count) {
    int any = 0;
    for (std::size_t j = 0; j < count; ++j) {
        any |= from + static_cast<L>(weights[j]) < labels[j] ? 1 : 0;
    }
    return any != 0;
}

template <class L, class T>
void relax_row(const T* row, std::size_t i, L from, OwnLabels<L>& own) {
    const std::size_t n = own.h.size();
    for (std::size_t first = 0; first < n; first += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, n - first);
        if (!improves(from, row + first, own.h.data() + first, count)) continue;
        for (std::size_t j = first; j < first + count; ++j) {
            if (row[j] == infinity<T>() || (i == j && row[j] >= 0)) continue;
            const L sum = from + static_cast<L>(row[j]);
            if (!(sum < own.h[j])) continue;
            own.h[j] = sum;
            own.parent[j] = static_cast<std::uint32_t>(i);
        }
    }
}

template <class L, class T>
bool relax_all(const Matrix& matrix, std::vector<char>& changed, std::vector<double>& h,
               std::vector<std::uint32_t>& parent) {
    const std::size_t n = matrix.n();
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < n; ++i) {
        if (changed[i]) rows.push_back(i);
    }
    std::ranges::fill(changed, 0);
    bool any = false;
    const auto make = [&](std::size_t) {
        return OwnLabels<L>{{h.begin(), h.end()}, std::vector<std::uint32_t>(n, kNoParent)};
    };
    const auto relax = [&](OwnLabels<L>& own, std::size_t r) {
        const std::size_t i = rows[r];
        relax_row(matrix.row<T>(i).data(), i, static_cast<L>(h[i]), own);
    };
    const auto merge = [&](const OwnLabels<L>& own) {
        for (std::size_t j = 0; j < n; ++j) {
            const double label = own.h[j];
            // Of equal labels, that of the first row counts.
            const bool sooner = changed[j] && label == h[j] && own.parent[j] < parent[j];
            if (!(label < h[j]) && !sooner) continue;
            h[j] = label;
            parent[j] = own.parent[j];
            changed[j] = 1;
            any = true;
        }
    };
    parallel_with({0, rows.size()}, static_cast<double>(n), make, relax, merge);
    return any;
}

}  // namespace

bool dense_round(const Graph& graph, std::vector<char>& changed, std::vector<double>& h,
                 std::vector<std::uint32_t>& parent) {
    const Matrix& matrix = *graph.matrix();
    return visit(matrix.dtype(), [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_same_v<T, float>) {  // half the work of doubles
            if (exact_weights(graph, Dtype::f32)) {
                return relax_all<float, T>(matrix, changed, h, parent);
            }
        }
        return relax_all<double, T>(matrix, changed, h, parent);
    });
}

}  // namespace apsp

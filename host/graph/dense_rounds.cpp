// See dense_rounds.hpp. Each thread takes some rows, which lower labels of its own; in the end, the
// smallest labels over all threads count, so that the labels do not depend on the number of
// threads. Nearly all entries need just one comparison, without a branch.
#include "graph/dense_rounds.hpp"

#include <omp.h>

#include <algorithm>
#include <type_traits>

#include "base/stop.hpp"
#include "graph/exact_labels.hpp"
#include "graph/rounding.hpp"

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
    std::vector<OwnLabels<L>> all(static_cast<std::size_t>(omp_get_max_threads()));
    const std::stop_token& stop = stop_token();
#pragma omp parallel
    {
        OwnLabels<L>& own = all[static_cast<std::size_t>(omp_get_thread_num())];
        own.h.assign(h.begin(), h.end());
        own.parent.assign(n, kNoParent);
#pragma omp for schedule(static)
        for (const std::size_t i : rows) {
            if (stop.stop_requested()) continue;
            relax_row(matrix.row<T>(i).data(), i, static_cast<L>(h[i]), own);
        }
    }
    bool any = false;
    for (const OwnLabels<L>& own : all) {
        for (std::size_t j = 0; j < own.h.size(); ++j) {
            if (!(own.h[j] < h[j])) continue;
            h[j] = own.h[j];
            parent[j] = own.parent[j];
            changed[j] = 1;
            any = true;
        }
    }
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

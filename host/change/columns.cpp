// See columns.hpp.
#include "change/columns.hpp"

#include <algorithm>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

/// A sum with infinity must not count: of integers, one with a negative number would be too small.
template <class L>
L sum_or_none(L a, L b) {
    if constexpr (std::is_integral_v<L>) {
        const bool none = a == infinity<L>() || b == infinity<L>();
        return none ? std::numeric_limits<L>::max() : a + b;
    } else {
        return a + b;
    }
}

/// @throws Error bad_input if a Lane does not hold it
template <class T, class W>
Lane<T> as_lane(W weight, std::size_t i, std::size_t j) {
    if (weight == infinity<W>()) return infinity<Lane<T>>();
    const auto sum = static_cast<Sum<T>>(weight);
    if (sum > static_cast<Sum<T>>(path_limit<Lane<T>>())) fitted<T>(sum, i, j);
    return static_cast<Lane<T>>(sum);
}

/// Whether there are a distance and an arc for some sum.
template <class L>
bool some_sum(const L* to, const L* weights, std::size_t count) {
    constexpr L kNone = infinity<L>();
    bool some = false;
    for (std::size_t x = 0; x < count; ++x) some |= (to[x] != kNone) & (weights[x] != kNone);
    return some;
}

constexpr std::size_t kEdge = 64;

}  // namespace

template <class T>
Columns<T>::Columns(const ChangingGraph& graph, const AffectedPairs<T>& pairs)
    : graph_(graph), n_(graph.vertices()), ld_(padded(n_)) {
    if (!graph.dense()) return;
    constexpr auto kNone = static_cast<std::size_t>(-1);
    place_.assign(n_, kNone);
    std::vector<std::uint32_t> targets;
    for (const typename AffectedPairs<T>::Row& row : pairs.rows) {
        for (const std::uint32_t j : row.targets) {
            if (place_[j] != kNone) continue;
            place_[j] = 0;
            targets.push_back(j);
        }
    }
    std::ranges::sort(targets);
    for (std::size_t t = 0; t < targets.size(); ++t) place_[targets[t]] = t;
    memory_ = allocate_host(targets.size() * ld_ * sizeof(Lane<T>));
    weights_ = static_cast<Lane<T>*>(memory_.get());
    // Transposes in squares that stay in the cache.
    visit(graph.matrix().dtype(), [&](auto zero) {
        using W = decltype(zero);
        parallel_for({0, (targets.size() + kEdge - 1) / kEdge}, static_cast<double>(kEdge * ld_),
                     [&](std::size_t part) {
                         const std::size_t first = part * kEdge;
                         const std::size_t count = std::min(kEdge, targets.size() - first);
                         Lane<T> square[kEdge][kEdge];
                         for (std::size_t x0 = 0; x0 < ld_; x0 += kEdge) {
                             for (std::size_t x = x0; x < x0 + kEdge; ++x) {
                                 for (std::size_t t = 0; t < count; ++t) {
                                     const std::uint32_t j = targets[first + t];
                                     square[t][x - x0] =
                                         x >= n_ || x == j
                                             ? infinity<Lane<T>>()
                                             : as_lane<T>(graph.matrix().row<W>(x)[j], x, j);
                                 }
                             }
                             for (std::size_t t = 0; t < count; ++t) {
                                 std::copy_n(square[t], kEdge, weights_ + (first + t) * ld_ + x0);
                             }
                         }
                     });
    });
}

template <class T>
void Columns<T>::take_row(const T* row, const std::vector<std::uint32_t>& targets,
                          std::vector<Lane<T>>& taken) const {
    taken.assign(ld_, infinity<Lane<T>>());
    for (std::size_t x = 0; x < n_; ++x) {
        if (row[x] != infinity<T>()) taken[x] = static_cast<Lane<T>>(row[x]);
    }
    for (const std::uint32_t j : targets) taken[j] = infinity<Lane<T>>();
}

template <class T>
typename Columns<T>::Nearest Columns<T>::nearest(const std::vector<Lane<T>>& taken,
                                                 std::size_t target, bool with_vertex) const {
    const Lane<T>* const to = taken.data();
    const Lane<T>* const weights = weights_ + place_[target] * ld_;
    constexpr Lane<T> kMost = highest<Lane<T>>();
    const Lane<T> best = row_kernels<T>(false).nearest(to, weights, ld_);
    if (best == kMost) return {.too_far = !std::is_integral_v<T> && some_sum(to, weights, n_)};
    std::size_t vertex = 0;
    while (with_vertex && sum_or_none(to[vertex], weights[vertex]) != best) ++vertex;
    return {static_cast<Sum<T>>(best), vertex, false};
}

#define APSP_COLUMNS(T) template class Columns<T>;
APSP_FOR_DTYPES(APSP_COLUMNS)

}  // namespace apsp

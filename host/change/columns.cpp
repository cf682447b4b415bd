// See columns.hpp.
#include "change/columns.hpp"

#include <algorithm>

#include "base/parallel_rows.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

/// No sum of infinities is a sum: integers' would be too small with a negative one.
template <class L>
L sum_or_none(L a, L b) {
    if constexpr (std::is_integral_v<L>) {
        const bool none = (a == infinity<L>()) | (b == infinity<L>());
        return none ? std::numeric_limits<L>::max() : a + b;
    } else {
        return a + b;
    }
}

}  // namespace

template <class T>
Columns<T>::Columns(const ChangingGraph& graph, const AffectedPairs& pairs)
    : n_(graph.vertices()), ld_(padded(n_)) {
    if (!graph.dense()) return;
    constexpr auto kNone = static_cast<std::size_t>(-1);
    place_.assign(n_, kNone);
    std::vector<std::uint32_t> targets;
    for (const AffectedPairs::Row& row : pairs.rows) {
        for (const std::uint32_t j : row.targets) {
            if (place_[j] != kNone) continue;
            place_[j] = targets.size();
            targets.push_back(j);
        }
    }
    weights_.assign(targets.size() * ld_, infinity<Lane<T>>());
    constexpr std::size_t kRows = 64 / sizeof(Lane<T>);  // whose entries fill a line
    visit(graph.matrix().dtype(), [&](auto zero) {
        using W = decltype(zero);
        parallel_rows({0, (n_ + kRows - 1) / kRows}, [&](std::size_t block) {
            const std::size_t last = std::min(n_, (block + 1) * kRows);
            for (std::size_t t = 0; t < targets.size(); ++t) {
                for (std::size_t x = block * kRows; x < last; ++x) {
                    const W w = graph.matrix().row<W>(x)[targets[t]];
                    if (w == infinity<W>() || x == targets[t]) continue;
                    const auto weight = static_cast<Sum<T>>(w);
                    if (weight > static_cast<Sum<T>>(path_limit<Lane<T>>())) {
                        fitted<T>(weight, x, targets[t]);
                    }
                    weights_[t * ld_ + x] = static_cast<Lane<T>>(weight);
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
    const Lane<T>* const weights = weights_.data() + place_[target] * ld_;
    constexpr Lane<T> kMost = highest<Lane<T>>();
    const Lane<T> best = row_kernels<T>(false).nearest(to, weights, ld_);
    if (best == kMost) return {no_sum<T>(), 0};
    std::size_t vertex = 0;
    while (with_vertex && sum_or_none(to[vertex], weights[vertex]) != best) ++vertex;
    return {static_cast<Sum<T>>(best), vertex};
}

template class Columns<float>;
template class Columns<double>;
template class Columns<std::int32_t>;
template class Columns<std::int16_t>;
template class Columns<std::uint8_t>;

}  // namespace apsp

// See tight_rows.hpp. Two passes over the rows: the first counts the tight arcs, the second keeps
// them.
#include "paths/tight_rows.hpp"

#include <numeric>

#include "base/parallel_for.hpp"
#include "graph/arcs_each.hpp"
#include "paths/tight_row.hpp"

namespace apsp {
namespace {

template <class T, class F>
void for_each_row(const Graph& graph, const Matrix& distances, const TightRule& rule, F&& f) {
    parallel_with(
        {0, rule.rows.size()}, 2 * arcs_each(graph),
        [&](std::size_t) { return TightRow<T>(graph, distances, rule); },
        [&](TightRow<T>& row, std::size_t k) { f(row, k); });
}

template <class T>
void find(const Graph& graph, const Matrix& distances, const TightRule& rule, TightRows& rows) {
    const std::size_t first_row = rule.rows.first;
    rows.counts.resize(rule.rows.size());
    for_each_row<T>(graph, distances, rule, [&](TightRow<T>& row, std::size_t k) {
        std::uint32_t count = 0;
        row.for_each(first_row + k, [&](std::uint32_t, T, bool) { ++count; });
        rows.counts[k] = count;
    });
    std::vector<std::size_t> first(rows.counts.size() + 1, 0);
    std::inclusive_scan(rows.counts.begin(), rows.counts.end(), first.begin() + 1, std::plus<>(),
                        std::size_t{0});
    rows.targets.resize(first.back());
    rows.weights.resize(first.back() * sizeof(T));
    T* const weights = reinterpret_cast<T*>(rows.weights.data());
    for_each_row<T>(graph, distances, rule, [&](TightRow<T>& row, std::size_t k) {
        std::size_t place = first[k];
        row.for_each(first_row + k, [&](std::uint32_t j, T w, bool direct) {
            rows.targets[place] = j | (direct ? TightRows::kDirect : 0);
            weights[place++] = w;
        });
    });
}

}  // namespace

TightRows find_tight_rows(const Graph& graph, const Matrix& distances, const TightRule& rule) {
    TightRows rows;
    visit(rule.dtype, [&](auto sample) { find<decltype(sample)>(graph, distances, rule, rows); });
    return rows;
}

}  // namespace apsp

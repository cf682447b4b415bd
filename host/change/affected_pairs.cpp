// See affected_pairs.hpp. An arc's pairs lie in the sources that reach its end through it, times
// the targets that its start reaches through it.
#include "change/affected_pairs.hpp"

#include <algorithm>
#include <atomic>

#include "base/parallel_rows.hpp"
#include "change/row_kernels.hpp"

namespace apsp {
namespace {

/// An arc, and the row of its end where its start reaches through it; elsewhere no path.
template <class T>
struct Through {
    ChangedArc<T> arc;
    std::vector<T> onwards;
};

template <class T>
Through<T> targets_through(const Matrix& distances, const ChangedArc<T>& arc, Slack slack) {
    const auto from = distances.row<T>(arc.source), onwards = distances.row<T>(arc.target);
    Through<T> through{arc, std::vector<T>(distances.n(), infinity<T>())};
    for (std::size_t j = 0; j < distances.n(); ++j) {
        if (from[j] == infinity<T>() || onwards[j] == infinity<T>()) continue;
        const bool tight = slack.tight(arc.weight + sum_of(onwards[j]), sum_of(from[j]));
        if (tight || j == arc.target) through.onwards[j] = onwards[j];
    }
    return through;
}

/// The targets of source i.
template <class T>
std::vector<std::uint32_t> targets_of(std::size_t i, const Matrix& distances,
                                      const Matrix* predecessors,
                                      const std::vector<Through<T>>& through, Slack slack) {
    const std::size_t n = distances.n();
    const auto row = distances.row<T>(i);
    std::vector<unsigned char> found;
    bool any = false;
    for (const Through<T>& each : through) {
        const auto [u, v, w] = each.arc;
        if (row[u] == infinity<T>()) continue;
        const Sum<T> reached = sum_of(row[u]) + w;
        const bool last = predecessors != nullptr &&
                          predecessors->row<std::int32_t>(i)[v] == static_cast<std::int32_t>(u);
        if (!last && !slack.tight(reached, sum_of(row[v]))) continue;
        found.resize(n);
        if (last) found[v] = 1;
        any = row_kernels<T>(false).tight(row.data(), static_cast<T>(reached), each.onwards.data(),
                                          n, slack.relative, slack.absolute, found.data()) ||
              last || any;
    }
    std::vector<std::uint32_t> targets;
    if (!any) return targets;
    found[i] = 0;
    for (auto j = found.begin(); (j = std::find(j, found.end(), 1)) != found.end(); ++j) {
        targets.push_back(static_cast<std::uint32_t>(j - found.begin()));
    }
    return targets;
}

template <class T>
AffectedPairs find(const Matrix& distances, const Matrix* predecessors,
                   const std::vector<ChangedArc<T>>& arcs, Slack slack, double most) {
    const std::size_t n = distances.n();
    std::vector<Through<T>> through(arcs.size());
    parallel_rows({0, arcs.size()}, [&](std::size_t a) {
        through[a] = targets_through<T>(distances, arcs[a], slack);
    });
    std::vector<std::vector<std::uint32_t>> targets(n);
    std::atomic<std::size_t> count = 0;
    parallel_rows({0, n}, [&](std::size_t i) {
        if (static_cast<double>(count) > most) return;
        targets[i] = targets_of<T>(i, distances, predecessors, through, slack);
        count += targets[i].size();
    });
    AffectedPairs pairs;
    pairs.count = count;
    pairs.too_many = static_cast<double>(count) > most;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (!targets[i].empty()) pairs.rows.push_back({i, std::move(targets[i])});
    }
    return pairs;
}

}  // namespace

template <class T>
AffectedPairs find_affected_pairs(const Matrix& distances, const Matrix* predecessors,
                                  const std::vector<ChangedArc<T>>& arcs, Slack slack,
                                  double most) {
    return find<T>(distances, predecessors, arcs, slack, most);
}

#define APSP_INSTANTIATE(T)                                                  \
    template AffectedPairs find_affected_pairs(const Matrix&, const Matrix*, \
                                               const std::vector<ChangedArc<T>>&, Slack, double)
APSP_INSTANTIATE(float);
APSP_INSTANTIATE(double);
APSP_INSTANTIATE(std::int32_t);
APSP_INSTANTIATE(std::int16_t);
APSP_INSTANTIATE(std::uint8_t);
#undef APSP_INSTANTIATE

}  // namespace apsp

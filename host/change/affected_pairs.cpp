// See affected_pairs.hpp. An arc's pairs lie in the sources that reach its end through it, times
// the targets that its start reaches through it.
#include "change/affected_pairs.hpp"

#include <atomic>

#include "base/parallel_rows.hpp"

namespace apsp {
namespace {

/// An arc's column and row of the distances: the row of its end, where its start reaches through
/// it.
template <class T>
struct Through {
    ChangedArc<T> arc;
    std::vector<std::uint32_t> targets;
    std::vector<Sum<T>> onwards;
};

template <class T>
Through<T> targets_through(const Matrix& distances, const ChangedArc<T>& arc, Slack slack) {
    Through<T> through{arc, {}, {}};
    const auto from = distances.row<T>(arc.source), onwards = distances.row<T>(arc.target);
    for (std::uint32_t j = 0; j < distances.n(); ++j) {
        if (from[j] == infinity<T>() || onwards[j] == infinity<T>()) continue;
        const auto d = static_cast<Sum<T>>(onwards[j]);
        if (j != arc.target && !slack.tight(arc.weight + d, sum_of(from[j]))) continue;
        through.targets.push_back(j);
        through.onwards.push_back(d);
    }
    return through;
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
        std::vector<char> found;
        const auto row = distances.row<T>(i);
        for (const Through<T>& each : through) {
            const auto [u, v, w] = each.arc;
            if (row[u] == infinity<T>()) continue;
            const Sum<T> reached = sum_of(row[u]) + w;
            const bool last = predecessors != nullptr &&
                              predecessors->row<std::int32_t>(i)[v] == static_cast<int>(u);
            if (!last && !slack.tight(reached, sum_of(row[v]))) continue;
            if (found.empty()) found.resize(n);
            for (std::size_t k = 0; k < each.targets.size(); ++k) {
                const std::uint32_t j = each.targets[k];
                if (found[j] != 0 || j == i) continue;
                if (!slack.tight(reached + each.onwards[k], sum_of(row[j])) && !(last && j == v)) {
                    continue;
                }
                found[j] = 1;
                targets[i].push_back(j);
            }
        }
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

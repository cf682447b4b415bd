// See affected_pairs.hpp. The pairs of an arc lie in the product of the sources that reach its end
// through it and the targets that its start reaches through it.
#include "change/affected_pairs.hpp"

#include <algorithm>
#include <atomic>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "change/row_kernels.hpp"
#include "paths/predecessor_walk.hpp"

namespace apsp {

template <class T>
AffectedSearch<T>::AffectedSearch(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends,
                                  const Matrix* predecessors, Slack slack)
    : arcs_(arcs),
      ends_(ends),
      predecessors_(predecessors),
      slack_(slack),
      n_(ends.vertices()),
      onwards_(arcs.size()) {
    parallel_for({0, arcs.size()}, static_cast<double>(n_), [&](std::size_t a) {
        const T* const from = ends.from_source[a];
        const T* const onwards = ends.from_target[a];
        onwards_[a].assign(n_, infinity<T>());
        for (std::size_t j = 0; j < n_; ++j) {
            if (from[j] == infinity<T>() || onwards[j] == infinity<T>()) continue;
            const bool tight = slack.tight(arcs[a].weight + sum_of(onwards[j]), sum_of(from[j]));
            if (tight || j == arcs[a].target) onwards_[a][j] = onwards[j];
        }
    });
}

template <class T>
bool AffectedSearch<T>::is_last(std::size_t i, const ChangedArc<T>& arc) const {
    return predecessors_ != nullptr &&
           predecessors_->row<std::int32_t>(i)[arc.target] == static_cast<std::int32_t>(arc.source);
}

template <class T>
bool AffectedSearch<T>::is_last(const Matrix* predecessors, const VertexPair& arc) {
    if (predecessors == nullptr) return false;
    const auto last = static_cast<std::int32_t>(arc.source);
    for (std::size_t i = 0; i < predecessors->rows(); ++i) {
        if (predecessors->row<std::int32_t>(i)[arc.target] == last) return true;
    }
    return false;
}

template <class T>
std::vector<std::uint32_t> AffectedSearch<T>::sources() const {
    std::vector<std::uint32_t> sources;
    const std::size_t k = arcs_.size();
    for (std::uint32_t i = 0; i < n_; ++i) {
        const T* const to = ends_.to_sources(i);
        const T* const there = ends_.to_targets(i);
        for (std::size_t a = 0; a < k; ++a) {
            if (to[a] == infinity<T>()) continue;
            if (!slack_.tight(sum_of(to[a]) + arcs_[a].weight, sum_of(there[a])) &&
                !is_last(i, arcs_[a])) {
                continue;
            }
            sources.push_back(i);
            break;
        }
    }
    return sources;
}

/// Adds the targets to which the row's predecessors lead over some of the arcs.
template <class T>
void AffectedSearch<T>::find_beyond(const SourceRow<T>& row,
                                    std::vector<unsigned char>& found) const {
    const auto last = predecessors_->row<std::int32_t>(row.source);
    std::vector<std::int32_t> without(last.begin(), last.end());
    for (const ChangedArc<T>& arc : arcs_) {
        if (is_last(row.source, arc)) without[arc.target] = kNoPredecessor;
    }
    PredecessorWalk walk(n_);
    walk.find_lost(row.source, without.data(),
                   [&](std::size_t j) { return row.distances[j] != infinity<T>(); });
    for (const std::uint32_t j : walk.lost) found[j] = 1;
}

template <class T>
std::vector<std::uint32_t> AffectedSearch<T>::targets_of(const SourceRow<T>& row) const {
    const T* const distances = row.distances;
    std::vector<unsigned char> found;
    bool any = false, beyond = false;
    for (std::size_t a = 0; a < arcs_.size(); ++a) {
        const auto [u, v, w] = arcs_[a];
        if (distances[u] == infinity<T>()) continue;
        beyond = beyond || is_last(row.source, arcs_[a]);
        const Sum<T> reached = sum_of(distances[u]) + w;
        if (!slack_.tight(reached, sum_of(distances[v]))) continue;
        found.resize(n_);
        any = row_kernels<T>(false).tight(distances, static_cast<T>(reached), onwards_[a].data(),
                                          n_, slack_.relative, slack_.absolute, found.data()) ||
              any;
    }
    std::vector<std::uint32_t> targets;
    if (!any && !beyond) return targets;
    found.resize(n_);
    if (beyond) find_beyond(row, found);
    found[row.source] = 0;
    for (auto j = found.begin(); (j = std::find(j, found.end(), 1)) != found.end(); ++j) {
        targets.push_back(static_cast<std::uint32_t>(j - found.begin()));
    }
    return targets;
}

template <class T>
AffectedPairs<T> AffectedSearch<T>::find(std::span<const SourceRow<T>> rows, double most) const {
    std::vector<std::vector<std::uint32_t>> targets(rows.size());
    std::atomic<std::size_t> count = 0;
    parallel_for({0, rows.size()}, static_cast<double>(arcs_.size() + n_), [&](std::size_t r) {
        if (static_cast<double>(count) > most) return;
        targets[r] = targets_of(rows[r]);
        count += targets[r].size();
    });
    AffectedPairs<T> pairs;
    pairs.count = count;
    pairs.too_many = static_cast<double>(count) > most;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!targets[r].empty()) pairs.rows.push_back({rows[r], std::move(targets[r])});
    }
    return pairs;
}

#define APSP_AFFECTED_PAIRS(T) template class AffectedSearch<T>;
APSP_FOR_DTYPES(APSP_AFFECTED_PAIRS)

}  // namespace apsp

// The pairs whose shortest paths may lead through arcs that become longer. All other distances stay
// what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/matrix.hpp"
#include "change/held_distances.hpp"
#include "change/sums.hpp"

namespace apsp {

/// Of some sources their targets.
template <class T>
struct AffectedPairs {
    struct Row {
        SourceRow<T> source;
        std::vector<std::uint32_t> targets;
    };
    std::vector<Row> rows;
    std::size_t count = 0;
    bool too_many = false;  ///< More than were asked for: then not all are here.
};

/// d(i, u) + w + d(v, j) = d(i, j) for some of the arcs, or less than a slack above; and (i, v)
/// where u is the predecessor, if there are predecessors. Never (i, i).
template <class T>
class AffectedSearch {
  public:
    AffectedSearch(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends,
                   const Matrix* predecessors, Slack slack);

    /// All sources of such pairs are among these, which ascend.
    std::vector<std::uint32_t> sources() const;
    /// Those of some sources.
    AffectedPairs<T> find(std::span<const SourceRow<T>> rows, double most) const;

  private:
    bool is_last(std::size_t i, const ChangedArc<T>& arc) const;
    std::vector<std::uint32_t> targets_of(const SourceRow<T>& row) const;

    const std::vector<ChangedArc<T>>& arcs_;
    const ArcEnds<T>& ends_;
    const Matrix* predecessors_;
    Slack slack_;
    std::size_t n_;
    /// Of each arc, the row of its end where its start reaches through it; elsewhere no path.
    std::vector<std::vector<T>> onwards_;
};

}  // namespace apsp

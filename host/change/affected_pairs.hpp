// Finds the pairs whose shortest paths may lead through arcs that become longer. All other
// distances stay what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/matrix.hpp"
#include "change/held_distances.hpp"
#include "change/sums.hpp"

namespace apsp {

/// Some sources, each with its targets.
template <class T>
struct AffectedPairs {
    struct Row {
        SourceRow<T> source;
        std::vector<std::uint32_t> targets;
    };
    std::vector<Row> rows;
    std::size_t count = 0;
    bool too_many = false;  ///< More than allowed; then not all are here.
};

/// Finds the pairs (i, j) with d(i, u) + w + d(v, j) = d(i, j), or less than a slack above, for
/// some of the arcs (u, v); and, if there are predecessors, those to which they lead over such an
/// arc: roundings may hide that there is a shorter way. Never (i, i).
template <class T>
class AffectedSearch {
  public:
    AffectedSearch(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends,
                   const Matrix* predecessors, Slack slack);

    /// Whether the arc is the last one on some path of the predecessors.
    static bool is_last(const Matrix* predecessors, const VertexPair& arc);
    /// Sources in ascending order; all sources of such pairs are among them.
    std::vector<std::uint32_t> sources() const;
    /// The pairs of these sources, unless there are more than `most`.
    AffectedPairs<T> find(std::span<const SourceRow<T>> rows, double most) const;

  private:
    bool is_last(std::size_t i, const ChangedArc<T>& arc) const;
    void find_beyond(const SourceRow<T>& row, std::vector<unsigned char>& found) const;
    std::vector<std::uint32_t> targets_of(const SourceRow<T>& row) const;

    const std::vector<ChangedArc<T>>& arcs_;
    const ArcEnds<T>& ends_;
    const Matrix* predecessors_;
    Slack slack_;
    std::size_t n_;
    /// For each arc, the row of its end, with no path to targets that its start does not reach
    /// through it.
    std::vector<std::vector<T>> onwards_;
};

}  // namespace apsp

// The arcs that shortest paths consist of: tight arcs are no longer than the distance from their
// source to their target. Every last arc of a shortest path is tight; in a dense random graph a few
// percent of the arcs are.
//
// So a predecessor of (i, j) is a source u of a tight arc into j with d(i, u) + w(u, j) = d(i, j).
// Predecessors can be found from the distances alone, and need not be computed together with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"
#include "paths/tight_rule.hpp"

namespace apsp {

struct TightRows;

struct TightArcs : TightRule {
    /// There may be cycles of length 0, so that last arcs chosen one by one may form a circle.
    bool circles = false;

    /// The arcs into j are the entries first[j] .. first[j + 1] - 1. If sums are exact, near
    /// sources come first, and sources of arcs of length 0 come last. If every other vertex has a
    /// direct arc into j (see below), none are listed.
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> sources;
    std::vector<unsigned char> weights;  ///< Of type `dtype`.

    /// Bit i of the `words` words of j is set if the arc (i, j) is a shortest path by itself. Then
    /// i is the predecessor, whatever other arcs there are.
    std::size_t words = 0;
    std::vector<std::uint64_t> direct;

    template <class T>
    const T* weights_of() const {
        return reinterpret_cast<const T*>(weights.data());
    }
};

/// Takes O(n^2 / 64 + m). The padding (see apsp::Matrix) has bits and lists, too, which are empty.
TightArcs find_tight_arcs(const Graph& graph, const Matrix& distances);
/// The same from the arcs out of all rows, which were found elsewhere. The lists are not in order
/// yet, and if sums are exact, it is not known yet whether there may be circles (see order_lists).
TightArcs list_tight_arcs(const TightRule& rule, const TightRows& all);

/// All arcs in the order of tight ones, without bits, for finding predecessors before it is known
/// which arcs are tight. If sums are exact, this finds the same predecessors.
TightArcs all_arcs(const Graph& graph, Dtype dtype);

/// Puts the lists of some targets into order, if sums are exact. If weights are not all positive,
/// it also reads the targets' rows of the distances and returns whether there may be circles.
bool order_lists(const Graph& graph, const Matrix& distances, Range targets, TightArcs& arcs);

}  // namespace apsp

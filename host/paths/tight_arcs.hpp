// What shortest paths consist of: the tight arcs, those that are no longer than the distance from
// their source to their target. Every last arc of a shortest path is one; of a dense random graph a
// few percent of the arcs are.
//
// So a predecessor of (i, j) is a source u of a tight arc into j with d(i, u) + w(u, j) = d(i, j),
// and the distances need not be computed together with predecessors: they are enough to find them.
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

    /// Arcs into j: entries first[j] .. first[j + 1] - 1, where sums are exact, sources that are
    /// near first, but last those that are there and back for nothing. Where every other vertex has
    /// a tight arc into j there are none listed.
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> sources;
    std::vector<unsigned char> weights;  ///< Of type `dtype`.

    /// Bit i of the `words` words of j: the arc (i, j) is a shortest path by itself. Then i is the
    /// predecessor, whatever else there is.
    std::size_t words = 0;
    std::vector<std::uint64_t> direct;

    bool is_direct(std::size_t i, std::size_t j) const {
        return (direct[j * words + i / 64] >> (i % 64) & 1) != 0;
    }
    template <class T>
    const T* weights_of() const {
        return reinterpret_cast<const T*>(weights.data());
    }
};

/// O(n^2 / 64 + m). Bits and lists of the padding (see apsp::Matrix) are there and empty.
TightArcs find_tight_arcs(const Graph& graph, const Matrix& distances);
/// The same of the arcs out of all rows, which others have found; the lists are not in their order,
/// and whether there may be circles is not known of exact sums (see order_lists).
TightArcs list_tight_arcs(const TightRule& rule, const TightRows& all);

/// All arcs in the order of tight ones, without bits: for searching predecessors before it is known
/// which arcs are tight. Where sums are exact, the same ones are found.
TightArcs all_arcs(const Graph& graph, Dtype dtype);

/// Puts lists of exact sums into their order, those of some targets. Where weights are not positive
/// it looks at these rows of the distances, and finds out whether there may be circles.
bool order_lists(const Graph& graph, const Matrix& distances, Range targets, TightArcs& arcs);

}  // namespace apsp

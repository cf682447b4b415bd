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

namespace apsp {

/// Which arcs are tight, and which sums are distances.
struct TightRule {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;  ///< Of the distances, and of the weights that are compared to them.

    /// Whether sums must equal distances. Otherwise the smallest sum counts, and must be within
    /// relative_slack * |distance| + absolute_slack of the distance.
    bool exact = true;
    double relative_slack = 0;
    double absolute_slack = 0;
    /// No weight is negative: distances do not shrink along a path.
    bool non_negative = true;
    /// Distances from here on are none (sentinels of integers drift below their value).
    double no_path_from = 0;
};

/// Of a dense graph only its weights' range counts: it may have given up its matrix.
TightRule tight_rule(const Graph& graph, const Matrix& distances);

/// Whether last arcs chosen one by one will be a tree, whatever the distances: no weight vanishes
/// or cancels, and no sum can be rounded.
bool always_trees(const Graph& graph, Dtype dtype);

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

}  // namespace apsp

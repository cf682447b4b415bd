// Elimination of the vertices of a sparse graph. It yields the closure of the graph's matrix in the
// way that the factors of a sparse matrix yield its inverse. What is kept of an eliminated vertex
// is the best paths to and from the vertices of its list over eliminated vertices only; see
// elimination_tree.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/elimination_tree.hpp"
#include "apsp/matrix.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Values for the entries of a tree's lists: from x to each later neighbour, and from there to x.
template <class T>
struct EliminatedArcs {
    std::vector<T> to, from;
    Matrix core;  ///< The core's vertices by rank, not closed yet; the padding is filled.
};

/// The values of a symmetric graph are the same in both directions, which halves the work.
template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric);

/// Bytes of EliminatedArcs.
std::uint64_t eliminated_bytes(const EliminationTree& tree, Dtype dtype);

/// The best paths, over lower ranks only, between some vertices and their ancestors in the tree.
/// `rows` have `width` columns, one for each vertex. The row of rank x is `place[x]`; ranks that
/// are neither a vertex's own nor above one have no row, and their place is kNoRank.
template <class T>
class WaysUp {
  public:
    WaysUp(const EliminationTree& tree, Semiring semiring, std::size_t width);
    /// Upper bound for its bytes, whatever the vertices.
    static std::uint64_t bytes(const EliminationTree& tree, std::size_t width);

    /// Finds the paths for these vertices, at most `width`, from the values of the list entries.
    /// Paths to the core go to `core`, with one row per core vertex; these rows are `ld` apart.
    /// Over min_plus, paths that are no shorter than `limit` may be missing.
    void find(std::span<const std::uint32_t> vertices, const std::vector<T>& numbers, T* core,
              std::size_t ld, T limit);
    void find(std::span<const std::uint32_t> vertices, const std::vector<T>& numbers, T* core,
              std::size_t ld) {
        find(vertices, numbers, core, ld, zero<T>(semiring_));
    }
    const std::uint32_t* place() const { return place_.data(); }
    const T* rows() const { return rows_.data(); }

  private:
    void mark(std::span<const std::uint32_t> vertices);
    template <Semiring S>
    void go_up(const std::vector<T>& numbers, T* core, std::size_t ld, T limit);

    const EliminationTree& tree_;
    Semiring semiring_;
    std::size_t width_;
    std::vector<std::uint32_t> place_;
    /// The ranks that have a row, each with the column of the one vertex whose way up it is on, or
    /// kNoRank if it is on several ways.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marked_;
    std::vector<T> rows_;
};

}  // namespace apsp

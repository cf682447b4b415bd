// Eliminating the vertices of a sparse graph: the closure of its matrix, as a sparse matrix's
// inverse is had from its factors.
//
// Eliminating x leaves, between any two of its neighbours that have not been eliminated yet, the
// path through x. What is left of x is a list: those neighbours, with the shortest ways there and
// back over eliminated vertices only. The neighbours of x are its ancestors in the elimination
// tree: the first of them is its parent.
//
// R. E. Tarjan, "A unified approach to path problems", J. ACM 28(3), 1981; J. W. H. Liu, "The role
// of elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11(1), 1990.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoRank = static_cast<std::uint32_t>(-1);

/// Vertices by *rank*, the order in which they go. A vertex comes after all below it in the tree,
/// which have consecutive ranks: in descending ranks, parents come first, and a subtree at a time.
struct EliminationTree {
    std::vector<std::uint32_t> vertex;  ///< Of each rank.
    std::vector<std::uint32_t> rank;    ///< Of each vertex.
    std::vector<std::uint32_t> depth;   ///< Of each rank; 0 for a root.
    std::size_t height = 0;             ///< 1 more than the largest depth.
    std::vector<std::size_t> first;     ///< The list of rank x: later[first[x]] .. [first[x + 1]].
    std::vector<std::uint32_t> later;   ///< Ranks, ascending in each list.
    double relaxations = 0;             ///< Of eliminating: two for each pair of a list.

    std::size_t size() const { return vertex.size(); }
    /// kNoRank of a root.
    std::uint32_t parent(std::size_t x) const {
        return first[x] == first[x + 1] ? kNoRank : later[first[x]];
    }
};

/// Of an order like minimum_degree_order's, whose fill it keeps.
EliminationTree make_elimination_tree(const Graph& graph, const std::vector<std::uint32_t>& order);

/// The numbers that go with a tree's lists: from x to each later neighbour, and from there to x.
template <class T>
struct EliminatedArcs {
    std::vector<T> to, from;
};

/// A symmetric graph's numbers are the same there and back: half the work.
template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric);

/// The best paths over lower ranks to some targets, from them and from the ranks above them: row
/// `place[x]` of `rows` is of rank x, and has `width` columns, one per target. Other ranks have
/// none, and kNoRank for a place.
template <class T>
class WaysUp {
  public:
    WaysUp(const EliminationTree& tree, const EliminatedArcs<T>& arcs, Semiring semiring,
           std::size_t width);

    /// For these vertices.
    void find(Range targets);
    const std::uint32_t* place() const { return place_.data(); }
    const T* rows() const { return rows_.data(); }

  private:
    void mark(Range targets);
    template <Semiring S>
    void go_up();

    const EliminationTree& tree_;
    const EliminatedArcs<T>& arcs_;
    Semiring semiring_;
    std::size_t width_;
    std::vector<std::uint32_t> place_;
    /// The ranks that have a row, and the target that they are above, or kNoRank for several.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marked_;
    std::vector<T> rows_;
};

}  // namespace apsp

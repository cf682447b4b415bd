// Eliminating the vertices of a sparse graph: the closure of its matrix, as a sparse matrix's
// inverse is had from its factors. What is left of each is the shortest ways to the vertices of its
// list and back, over eliminated vertices only; see elimination_tree.hpp.
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

/// The numbers that go with a tree's lists: from x to each later neighbour, and from there to x.
template <class T>
struct EliminatedArcs {
    std::vector<T> to, from;
    Matrix core;  ///< Its vertices by rank; the padding is filled. To be closed.
};

/// A symmetric graph's numbers are the same there and back: half the work.
template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric);

/// The best paths over lower ranks between some vertices and these and the ranks above them: row
/// `place[x]` of `rows` is of rank x, and has `width` columns, one for each vertex. Other ranks
/// have none, and kNoRank for a place.
template <class T>
class WaysUp {
  public:
    WaysUp(const EliminationTree& tree, Semiring semiring, std::size_t width);

    /// For these vertices, at most `width`, by the lists' numbers; paths to the core go to the
    /// columns of its matrix at `core`, whose rows are `ld` apart.
    void find(std::span<const std::uint32_t> vertices, const std::vector<T>& numbers, T* core,
              std::size_t ld);
    const std::uint32_t* place() const { return place_.data(); }
    const T* rows() const { return rows_.data(); }

  private:
    void mark(std::span<const std::uint32_t> vertices);
    template <Semiring S>
    void go_up(const std::vector<T>& numbers, T* core, std::size_t ld);

    const EliminationTree& tree_;
    Semiring semiring_;
    std::size_t width_;
    std::vector<std::uint32_t> place_;
    /// The ranks that have a row, and the column of the vertex that they are above, or kNoRank for
    /// several.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marked_;
    std::vector<T> rows_;
};

}  // namespace apsp

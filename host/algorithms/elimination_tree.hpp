// Which arcs eliminating the vertices of a sparse graph adds, whatever their weights.
//
// Eliminating x leaves, between any two of its neighbours that have not been eliminated yet, the
// path through x. What is left of x is a list: those neighbours. They are its ancestors in the
// elimination tree: the first of them is its parent. Where lists grow long, the rest is better
// closed as a dense matrix: the *core*, which has no lists.
//
// R. E. Tarjan, "A unified approach to path problems", J. ACM 28(3), 1981; J. W. H. Liu, "The role
// of elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11(1), 1990.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoRank = static_cast<std::uint32_t>(-1);

/// What eliminating all vertices would come to, by their places in an order in which each comes
/// right after all below it in the tree.
struct EliminationCounts {
    std::vector<std::uint32_t> vertex;   ///< Of each place.
    std::vector<std::uint32_t> parent;   ///< A place; kNoRank of a root.
    std::vector<std::uint32_t> length;   ///< Of its list.
    std::vector<std::uint32_t> below;    ///< Vertices below it, and itself.
    std::vector<std::uint32_t> longest;  ///< List of these.
};

/// Of an order like minimum_degree_order's, whose fill it keeps. Directions of arcs do not count.
EliminationCounts count_elimination(const Graph& graph, const std::vector<std::uint32_t>& order);

/// What there is to do where some vertices are eliminated and the rest is the core.
struct EliminationWork {
    std::size_t core = 0;       ///< Vertices of the core.
    std::uint32_t longest = 0;  ///< List.
    double eliminate = 0;       ///< Relaxations: two for each pair of a list.
    double up = 0;              ///< Numbers in the lists on each vertex's way up to the core.
    double down = 0;            ///< Numbers in all lists.
    double relaxations(std::size_t n) const;
};

/// Where no longer lists are made than some limit: of all limits the one that costs least.
struct EliminationChoice {
    EliminationWork work;
    double cost = 0;
};
EliminationChoice choose_core(const EliminationCounts& counts,
                              const std::function<double(const EliminationWork&)>& cost);

/// Vertices by *rank*, the order in which they go; those of the core are the last. A vertex comes
/// after all below it in the tree, which have consecutive ranks: in descending ranks, parents come
/// first, and a subtree at a time.
struct EliminationTree {
    std::vector<std::uint32_t> vertex;  ///< Of each rank.
    std::vector<std::uint32_t> rank;    ///< Of each vertex.
    std::size_t core = 0;               ///< The first rank of the core.
    /// Of each rank: where it stands among those that its way up goes through, which begin with
    /// those of the core. In the core, its place there.
    std::vector<std::uint32_t> depth;
    std::size_t height = 0;            ///< 1 more than the largest depth.
    std::vector<std::size_t> first;    ///< The list of rank x: later[first[x]] .. [first[x + 1]].
    std::vector<std::uint32_t> later;  ///< Ranks, ascending in each list.

    std::size_t size() const { return vertex.size(); }
    std::size_t core_size() const { return vertex.size() - core; }
    /// Of one that is eliminated; kNoRank where there is none but in the core.
    std::uint32_t parent(std::size_t x) const {
        const bool none = first[x] == first[x + 1] || later[first[x]] >= core;
        return none ? kNoRank : later[first[x]];
    }
};

/// With no list longer than that: where one would be, its vertex and all above it are the core.
EliminationTree make_elimination_tree(const Graph& graph, const EliminationCounts& counts,
                                      std::uint32_t longest);

}  // namespace apsp

// The arcs that eliminating the vertices of a sparse graph adds, whatever the weights.
//
// Eliminating x leaves the path through x between any two of its neighbours that have not been
// eliminated yet. What is kept of x is a list of those neighbours. They are its ancestors in the
// elimination tree, and the first of them is its parent. Where lists grow long, it is cheaper to
// close the rest as a dense matrix: the *core*, whose vertices have no lists.
//
// R. E. Tarjan, "A unified approach to path problems", J. ACM 28(3), 1981; J. W. H. Liu, "The role
// of elimination trees in sparse factorization", SIAM J. Matrix Anal. Appl. 11(1), 1990.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "apsp/graph.hpp"
#include "graph/neighbours.hpp"

namespace apsp {

inline constexpr std::uint32_t kNoRank = static_cast<std::uint32_t>(-1);

/// What eliminating all vertices would cost. Vertices are given by their places in an order in
/// which each comes right after all vertices below it in the tree.
struct EliminationCounts {
    std::vector<std::uint32_t> vertex;   ///< At each place.
    std::vector<std::uint32_t> parent;   ///< The parent's place; kNoRank for a root.
    std::vector<std::uint32_t> length;   ///< Of its list.
    std::vector<std::uint32_t> below;    ///< Vertices below it, and itself.
    std::vector<std::uint32_t> longest;  ///< Length of the longest list of these.
    Neighbours graph;                    ///< In terms of places.
};

/// Counts for an order like minimum_degree_order's; the order of places has the same fill.
EliminationCounts count_elimination(const Neighbours& graph,
                                    const std::vector<std::uint32_t>& order);
/// For that order.
EliminationCounts count_by_degree(const Graph& graph);

/// The work if some vertices are eliminated and the rest is the core.
struct EliminationWork {
    std::size_t core = 0;       ///< Vertices of the core.
    std::uint32_t longest = 0;  ///< Length of the longest list.
    double eliminate = 0;       ///< Relaxations: two for each pair of a list.
    double up = 0;              ///< Entries of the lists on each vertex's way up to the core.
    double down = 0;            ///< Entries of all lists.
    double relaxations(std::size_t n) const;
};

/// The work and cost with the best limit on the length of lists; the core is what exceeds the
/// limit.
struct EliminationChoice {
    EliminationWork work;
    double cost = 0;
};
EliminationChoice choose_core(const EliminationCounts& counts,
                              const std::function<double(const EliminationWork&)>& cost);

/// Vertices by *rank*, the order in which they are eliminated; those of the core come last. A
/// vertex comes after all vertices below it in the tree, which have consecutive ranks. In
/// descending order of ranks, parents therefore come first, and subtrees stay together.
struct EliminationTree {
    std::vector<std::uint32_t> vertex;  ///< Of each rank.
    std::vector<std::uint32_t> rank;    ///< Of each vertex.
    std::size_t core = 0;               ///< The first rank of the core.
    /// Of each eliminated rank: the number of its eliminated ancestors plus the size of the core.
    /// Of each rank of the core: its place there.
    std::vector<std::uint32_t> depth;
    std::size_t height = 0;            ///< 1 more than the largest depth.
    std::vector<std::size_t> first;    ///< The list of rank x: later[first[x]] .. [first[x + 1]].
    std::vector<std::uint32_t> later;  ///< Ranks, ascending in each list.
    /// Disjoint subtrees below the core, ascending, so that several threads have something to do;
    /// what is in none of them is above some.
    std::vector<Range> subtrees;

    std::size_t size() const { return vertex.size(); }
    /// Values of vertices in the order of ranks; none if there are none.
    std::vector<double> by_rank(const std::vector<double>& values) const {
        std::vector<double> sorted(values.size());
        for (std::size_t x = 0; x < sorted.size(); ++x) sorted[x] = values[vertex[x]];
        return sorted;
    }
    std::size_t core_size() const { return vertex.size() - core; }
    /// Calls f(x) for the eliminated ranks above the subtrees, in ascending order.
    template <class F>
    void for_each_above(F&& f) const {
        std::size_t x = 0;
        for (const Range& subtree : subtrees) {
            for (; x < subtree.first; ++x) f(x);
            x = subtree.last;
        }
        for (; x < core; ++x) f(x);
    }
    /// Of each entry of the lists: the depth of its rank.
    std::vector<std::uint32_t> depths_of_lists() const {
        std::vector<std::uint32_t> depths;
        depths.reserve(later.size());
        for (const std::uint32_t x : later) depths.push_back(depth[x]);
        return depths;
    }
    /// The first entry of the list of x that is not below `bound`.
    std::size_t entry_from(std::size_t x, std::size_t bound) const {
        const std::uint32_t* const all = later.data();
        return static_cast<std::size_t>(
            std::lower_bound(all + first[x], all + first[x + 1], bound) - all);
    }
    /// Parent of an eliminated rank; kNoRank if it has none outside the core.
    std::uint32_t parent(std::size_t x) const {
        const bool none = first[x] == first[x + 1] || later[first[x]] >= core;
        return none ? kNoRank : later[first[x]];
    }
};

/// No list is longer than `longest`: a vertex whose list would be longer, and all above it, form
/// the core.
EliminationTree make_elimination_tree(const EliminationCounts& counts, std::uint32_t longest);

}  // namespace apsp

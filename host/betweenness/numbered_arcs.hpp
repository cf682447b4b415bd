// Arcs as searches for shortest paths read them: vertices are numbered so that neighbours are near
// one another, in the caches and among the sources of one search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "betweenness/cost_arcs.hpp"

namespace apsp {

/// All vertices are given by number, except in `vertex`. Where arcs have cost 0, they lead to
/// larger numbers instead, which a heap takes later among equal distances.
struct NumberedArcs {
    std::vector<std::uint32_t> vertex;  ///< Of each number.
    std::vector<std::uint32_t> number;  ///< Of each vertex.
    std::vector<std::size_t> first;     ///< Arcs out of u are first[u] .. first[u + 1].
    std::vector<std::uint32_t> target;
    std::vector<double> cost;
    bool short_integers;                ///< Costs are integers above 0, and no path costs 2^32.
    std::vector<double> potential;      ///< As of CostArcs, of each number, along these arcs.
    std::vector<std::size_t> original;  ///< Of each arc, its place in CostArcs.

    /// `reversed`: arcs lead from their targets to their sources.
    NumberedArcs(const Graph& graph, const CostArcs& from, bool reversed);
};

}  // namespace apsp

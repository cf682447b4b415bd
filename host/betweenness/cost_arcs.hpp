// A graph as counts of shortest paths need it: costs instead of weights, and no cycle of cost 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// The arcs out of each vertex, in the order of Graph::for_each_arc.
struct CostArcs {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> target;
    std::vector<double> cost;
    /// What a path costs is its length, plus that of its first vertex, less that of its last. Empty
    /// if no weight is negative.
    std::vector<double> potential;
    /// The vertices in an order in which arcs of cost 0 lead forwards.
    std::vector<std::uint32_t> order;

    /// @throws Error bad_input for a cycle of weight 0, or for negative weights with fractions;
    ///         NegativeCycle
    explicit CostArcs(const Graph& graph);

    std::size_t vertices() const { return first.size() - 1; }
    bool equal_costs() const;
    /// Whether costs are integers above 0, and no path costs 2^32.
    bool short_integers() const;
};

}  // namespace apsp

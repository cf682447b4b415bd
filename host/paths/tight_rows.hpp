// Tight arcs by their sources. They are found where the rows of the distances are, and can be sent
// to where the lists by targets are made (see tight_arcs.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"
#include "paths/tight_rule.hpp"

namespace apsp {

/// The tight arcs out of some rows, in the order of sources, then targets.
struct TightRows {
    /// Added to a target if the arc is a shortest path by itself. No vertex has so large a number.
    static constexpr std::uint32_t kDirect = std::uint32_t{1} << 31;

    std::vector<std::uint32_t> counts;  ///< For each row.
    std::vector<std::uint32_t> targets;
    std::vector<unsigned char> weights;  ///< Of the rule's type.
};

/// Finds the arcs out of the rule's rows, and reads no other rows. Takes the rows' share of O(n^2),
/// or of the arcs.
TightRows find_tight_rows(const Graph& graph, const Matrix& distances, const TightRule& rule);

}  // namespace apsp

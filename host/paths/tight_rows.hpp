// Tight arcs by their sources, so that they can be found where the rows of the distances are, and
// sent to where the lists by targets are made (see tight_arcs.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"
#include "paths/tight_rule.hpp"

namespace apsp {

/// Those out of some rows, in the order of sources, then targets.
struct TightRows {
    /// Added to a target: the arc is a shortest path by itself. No vertex has such a number.
    static constexpr std::uint32_t kDirect = std::uint32_t{1} << 31;

    std::vector<std::uint32_t> counts;  ///< Of each row.
    std::vector<std::uint32_t> targets;
    std::vector<unsigned char> weights;  ///< Of the rule's type.
};

/// Of the rule's rows; no others are read. O(n^2), or the arcs, a row's share.
TightRows find_tight_rows(const Graph& graph, const Matrix& distances, const TightRule& rule);

}  // namespace apsp

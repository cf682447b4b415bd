// Shortest paths of some pairs, one of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/vertex_pair.hpp"

namespace apsp {

/// Takes the vertices of a path in their order, both ends included: one for a pair of a vertex and
/// itself, none where there is no path.
using TakePath = std::function<void(std::size_t pair, std::span<const std::uint32_t> vertices)>;

struct PairPathsOptions {
    std::function<void(double)> progress = {};
    std::stop_token stop = {};
};

/// Finds a shortest path of each pair, by searches on all cores that end once their targets are
/// reached, and gives them to `take` in the order of the pairs, from the calling thread. Only some
/// paths are held at a time. Pairs with the same source are best put together, or those with the
/// same target.
/// @throws NegativeCycle; Error bad_input (vertices that are not there); Stopped; what `take`
/// throws
APSP_EXPORT void find_pair_paths(const Graph& graph, std::span<const VertexPair> pairs,
                                 const TakePath& take, const PairPathsOptions& options = {});

}  // namespace apsp

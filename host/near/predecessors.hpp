// Predecessors of pairs whose distances were found without them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apsp/graph.hpp"
#include "apsp/table.hpp"
#include "apsp/vertex_pair.hpp"
#include "near/near_rows.hpp"

namespace apsp {

/// Of all rows that are held.
void find_predecessors(const Graph& graph, NearRows& near);

/// Of a table with these vertices for its rows and columns.
void find_predecessors(const Graph& graph, std::span<const std::uint32_t> sources,
                       std::span<const std::uint32_t> targets, DistanceTable& table);

/// Of pairs, by one search for each source or, if `of_targets`, for each target.
std::vector<std::int32_t> predecessors_of(const Graph& graph, Dtype dtype,
                                          std::span<const VertexPair> pairs, bool of_targets);

}  // namespace apsp

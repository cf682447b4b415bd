// What tells graphs apart, for work that goes on where an earlier process has left it.
#pragma once

#include <cstdint>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

/// Of the arcs out of these vertices: the sum over vertices, so that parts can be added.
std::uint64_t fingerprint(const Graph& graph, Range vertices);

}  // namespace apsp

// A fingerprint that tells graphs apart, for work that continues where an earlier process left it.
#pragma once

#include <cstdint>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

/// Fingerprint of the arcs out of these vertices: a sum over vertices, so that parts can be added
/// up.
std::uint64_t fingerprint(const Graph& graph, Range vertices);

}  // namespace apsp

// The nearest targets of every vertex by one search from all targets at once.
#pragma once

#include "near/near_rows.hpp"

namespace apsp {

/// For few targets among many vertices: each vertex is reached from its nearest targets only. No
/// weight may be negative.
void label_nearest(const Graph& graph, NearRows& near);

}  // namespace apsp

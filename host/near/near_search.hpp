// Near pairs by a search from each source that ends at the limit.
#pragma once

#include "near/near_rows.hpp"

namespace apsp {

/// Dijkstra's algorithm from the sources `rows` of the question, on all cores. No weight may be
/// negative.
void search_near(const Graph& graph, NearRows& near);

/// What a search from one source takes, by a sample of the sources.
struct NearSample {
    double pairs = 0;    ///< Vertices below the limit, per source.
    double relaxed = 0;  ///< Arcs that were looked at, per source.
};
NearSample sample_near(const Graph& graph, const NearRows& near);

}  // namespace apsp

// Near pairs by a search from each source that ends at the limit.
#pragma once

#include "near/bounded_search.hpp"
#include "near/near_rows.hpp"

namespace apsp {

/// Dijkstra's algorithm from the sources of the question, on all cores. No weight may be negative.
template <class T>
void search_near(const NearArcs<T>& arcs, NearRows& near);

/// What a search from one source takes, by a sample of the sources.
struct NearSample {
    double pairs = 0;    ///< Vertices below the limit, per source.
    double relaxed = 0;  ///< Arcs that were looked at, per source.
};
template <class T>
NearSample sample_near(const NearArcs<T>& arcs, const NearRows& near);

}  // namespace apsp

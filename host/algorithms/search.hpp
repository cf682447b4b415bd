// Rows of a closure by searching from each source, whatever the graph.
#pragma once

#include <cstddef>
#include <memory>

#include "algorithms/row_maker.hpp"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Dijkstra's algorithm from many sources at once, a lane of a vector each (search_lanes.hpp), on
/// all cores; breadth-first search in bits where all weights are equal (breadth_first.hpp). Over
/// min_plus no cost may be negative. Sources near one another are found soonest; `make_all` sees
/// to that itself. `graph` must outlive it.
std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring);

/// What one core takes for a row of `make_all`, from counts alone: on an EPYC with AVX-512 within a
/// factor of 1.5 of what was measured, and of 2 in bits; more where shortest paths have hundreds of
/// arcs, less where most vertices reach few others.
double search_seconds_per_row(const Graph& graph, Dtype dtype, Semiring semiring);

/// At most so many bytes are needed besides the rows.
std::size_t search_bytes(const Graph& graph, Dtype dtype, Semiring semiring, std::size_t threads);

}  // namespace apsp

// Makes rows of a closure by a search from each source, for any graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "algorithms/row_maker.hpp"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Dijkstra's algorithm from many sources at once, one vector lane per source (search_lanes.hpp),
/// on all cores; breadth-first search in bits if all weights are equal (breadth_first.hpp). Over
/// min_plus no cost may be negative. A call is fastest for sources near one another; `make_all`
/// sees to that itself. `graph` must outlive the maker.
std::unique_ptr<RowMaker> make_search(const Graph& graph, Dtype dtype, Semiring semiring);

/// The most rows of a batch on so many threads: what 256 MiB hold, but one per thread at least.
constexpr std::size_t search_batch(std::size_t row_bytes, std::size_t threads) {
    return std::max(threads, (std::size_t{256} << 20) / row_bytes);
}

/// Estimates the seconds that one core takes per row of `make_all`, from counts alone. On an EPYC
/// with AVX-512 it is within a factor of 1.5 of what was measured, and of 2 in bits. Searches take
/// longer if shortest paths have hundreds of arcs, and less if most vertices reach few others.
double search_seconds_per_row(const Graph& graph, Dtype dtype, Semiring semiring);

/// Upper bound for the bytes that are needed besides the rows.
std::size_t search_bytes(const Graph& graph, Dtype dtype, Semiring semiring, std::size_t threads);

}  // namespace apsp

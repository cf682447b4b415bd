// Statistics from rows that have already been reduced.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "apsp/semiring.hpp"
#include "apsp/statistics.hpp"
#include "statistics/row_reduction.hpp"

namespace apsp {

/// @throws Error usage for other semirings than min_plus
void check_statistics(Semiring semiring);
/// For n vertices. @throws Error usage as `statistics`
void check_statistics(const StatisticsOptions& options, std::size_t n);

/// Gives the rows of distances from some vertices, one after the other.
using TakeRows = std::function<Matrix(std::span<const std::uint32_t> vertices)>;
/// The smallest vertex of the strong component of each vertex, from the reductions of all rows and
/// from a row for most components, at most so many at a time.
std::vector<std::uint32_t> component_roots(const std::vector<RowReduction>& all, std::size_t most,
                                           const TakeRows& rows);

/// From the reductions and roots of all vertices.
Statistics make_statistics(RowReductions reduced, const RowQuestion& question,
                           const std::vector<std::uint32_t>& roots);
/// The same, with the roots found in the distances.
Statistics make_statistics(RowReductions reduced, const RowQuestion& question,
                           const Matrix& distances);

}  // namespace apsp

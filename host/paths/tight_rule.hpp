// Which arcs are tight, those that are no longer than the distance from their source to their
// target, and which sums of a distance and an arc are distances.
#pragma once

#include <cstddef>
#include <functional>

#include "apsp/graph.hpp"
#include "apsp/matrix.hpp"

namespace apsp {

struct TightRule {
    std::size_t n = 0;
    Dtype dtype = Dtype::f32;  ///< Of the distances, and of the weights compared with them.
    /// Rows whose predecessors are wanted: all rows, unless the host has only some.
    Range rows;

    /// Whether sums must equal distances. Otherwise the smallest sum counts, which must be within
    /// relative_slack * distance of the distance.
    bool exact = true;
    double relative_slack = 0;
    /// Entries from here on are not distances.
    double no_path_from = 0;
};

/// Of a dense graph, only the range of its weights is used: it may have given up its matrix.
TightRule tight_rule(const Graph& graph, const Matrix& distances);
/// The same if not all rows are here. `largest_distance` is called if it makes a difference.
TightRule tight_rule(const Graph& graph, Dtype dtype,
                     const std::function<double()>& largest_distance);
/// The largest magnitude in these rows; 0 if there is no distance.
double largest_distance(const Matrix& distances, Range rows);

/// Whether last arcs chosen one by one will be a tree, whatever the distances: no weight vanishes
/// or cancels, and no sum can be rounded.
bool always_trees(const Graph& graph, Dtype dtype);

}  // namespace apsp

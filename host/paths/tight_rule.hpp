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
    Dtype dtype = Dtype::f32;  ///< Of the distances, and of the weights that are compared to them.
    /// Whose predecessors are wanted: all, but where the host has some rows only.
    Range rows;

    /// Whether sums must equal distances. Otherwise the smallest sum counts, and must be within
    /// relative_slack * distance of the distance.
    bool exact = true;
    double relative_slack = 0;
    /// Distances from here on are none.
    double no_path_from = 0;
};

/// Of a dense graph only its weights' range counts: it may have given up its matrix.
TightRule tight_rule(const Graph& graph, const Matrix& distances);
/// The same where not all rows are here. `largest_distance` is called if it makes a difference.
TightRule tight_rule(const Graph& graph, Dtype dtype,
                     const std::function<double()>& largest_distance);
/// The largest magnitude in these rows; 0 where there is no distance.
double largest_distance(const Matrix& distances, Range rows);

/// Whether last arcs chosen one by one will be a tree, whatever the distances: no weight vanishes
/// or cancels, and no sum can be rounded.
bool always_trees(const Graph& graph, Dtype dtype);

}  // namespace apsp

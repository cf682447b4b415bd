// The effect on all distances of arcs that become shorter: one product, with as many rows and
// columns as can change, and as deep as there are arcs.
//
// A path through such arcs is a path to the end of the first one, and then a shortest path onwards,
// which may lead through others:
//   d'(i, j) = d(i, j) (+) sum over arcs (u, v) of (d(i, u) + w) (x) d'(v, j).
// d' from the arcs' ends follows from the closure of d(v, u') + w' over all pairs of arcs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "apsp/matrix.hpp"
#include "change/held_distances.hpp"

namespace apsp {

/// D[rows, columns] <- D[rows, columns] (+) left (x) right[:, columns]. No other entry changes.
template <class T>
struct DepthProduct {
    std::vector<std::uint32_t> rows;  ///< Ascending, as are columns.
    std::vector<std::uint32_t> columns;
    std::size_t depth = 0;
    std::vector<T> left;  ///< depth elements of each of the rows
    Matrix right;         ///< depth rows of n elements
    /// Lower and upper bound for the distances that change.
    Sum<T> nearest = 0, farthest = 0;
};

/// For arcs that are shorter than the old distances between their ends, or may be but for
/// roundings.
template <class T>
class ShorterArcs {
  public:
    ShorterArcs(const std::vector<ChangedArc<T>>& arcs, const ArcEnds<T>& ends, Slack slack);

    /// Whether sums may be more than a Sum holds, which is for doubles only.
    bool may_overflow() const;
    /// Closes the matrix of the arcs. Returns the length of the shortest cycle through some of
    /// them, or of a negative one if there is any; then there is no product.
    Sum<T> close();
    /// Sums that the type does not hold become no path.
    DepthProduct<T> product() const;
    /// Checks these rows of the product if its sums may be more than the type holds.
    /// @throws Error bad_input if there would be such distances
    void check(const DepthProduct<T>& product, std::span<const SourceRow<T>> rows) const;

  private:
    void set_left(DepthProduct<T>& product) const;
    void set_right(DepthProduct<T>& product) const;

    const std::vector<ChangedArc<T>>& arcs_;
    const ArcEnds<T>& ends_;
    Slack slack_;
    std::size_t n_;
    std::vector<Sum<T>> between_;  // arc to arc: d(v, u') + w', closed
};

}  // namespace apsp

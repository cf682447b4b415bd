// Statistics of a graph's distances: how far, how central, how connected.
//
// Closeness: S. Wasserman, K. Faust, "Social Network Analysis", 1994, section 5.2, in the form for
// graphs that are not connected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "apsp/export.h"
#include "apsp/matrix.hpp"

namespace apsp {

/// Of one vertex, over the distances from it to the vertices that it reaches. (For distances to it,
/// reverse the graph's arcs.)
struct VertexStatistics {
    std::uint64_t reachable = 0;  ///< Other vertices to which there is a path.
    double eccentricity = 0;      ///< The largest distance; the 0 to itself counts.
    double sum = 0;               ///< Of the distances: exact for integers.
    /// (r / (n - 1)) (r / sum) with r = reachable; 0 where the sum is not positive.
    double closeness = 0;
};

/// Of a graph. No value is infinite: pairs of vertices without a path are left out, as
/// `reachable_pairs` and `components` show.
struct Statistics {
    std::vector<VertexStatistics> vertices;
    std::uint64_t reachable_pairs = 0;    ///< Ordered pairs of two vertices with a path.
    std::optional<double> mean_distance;  ///< Over these pairs, if there are any.
    double diameter = 0;                  ///< The largest eccentricity.
    std::optional<double> radius;         ///< The smallest eccentricity of those that reach all.
    std::vector<std::size_t> centre;      ///< Vertices that reach all others, with that radius.
    std::size_t components = 0;           ///< Strongly connected ones.
    std::size_t largest_component = 0;    ///< Vertices of the largest one.
};

/// Statistics of distances over min_plus, whatever computed them. `solve` takes them on the device,
/// if asked.
/// @throws Error bad_input unless `distances` has all rows
APSP_EXPORT Statistics statistics(const Matrix& distances);

}  // namespace apsp

// Statistics of a graph's distances: how far, how central, how connected.
//
// Closeness: S. Wasserman, K. Faust, "Social Network Analysis", 1994, section 5.2, in the form for
// graphs that are not connected. Harmonic centrality: M. Marchiori, V. Latora, "Harmony in the
// small-world", 2000; there, too, global efficiency.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "apsp/export.h"
#include "apsp/matrix.hpp"

namespace apsp {

/// Statistics beside those that there always are.
struct StatisticsOptions {
    /// Sums of 1 / d, which take a division per distance.
    bool harmonic = false;
    /// Bounds of bins, ascending: a distance lies in the bin of the first bound that is not below
    /// it, or beyond all. At most kMostBounds.
    std::vector<double> bounds = {};
    /// With bounds: what each vertex has within each of them. Without, only the histogram is kept.
    bool within = false;
    /// With `within`: a weight for each vertex, such as the people there; by default 1 each.
    std::vector<double> weights = {};
};
constexpr std::size_t kMostBounds = 1024;

/// Of one vertex, over the distances from it to the vertices that it reaches. (For distances to it,
/// reverse the graph's arcs.)
struct VertexStatistics {
    std::uint64_t reachable = 0;  ///< Other vertices to which there is a path.
    double eccentricity = 0;      ///< The largest distance; the 0 to itself counts.
    double sum = 0;               ///< Of the distances: exact for integers.
    /// (r / (n - 1)) (r / sum) with r = reachable; 0 where the sum is not positive.
    double closeness = 0;
    /// The sum of 1 / d over the vertices that it reaches at a distance d other than 0, if asked
    /// for: harmonic centrality.
    double harmonic = 0;
};

/// Of a graph. No value is infinite: pairs of vertices without a path are left out, as
/// `reachable_pairs` and `components` show.
struct Statistics {
    StatisticsOptions options;  ///< What was asked for.
    std::vector<VertexStatistics> vertices;
    std::uint64_t reachable_pairs = 0;    ///< Ordered pairs of two vertices with a path.
    std::optional<double> mean_distance;  ///< Over these pairs, if there are any.
    double diameter = 0;                  ///< The largest eccentricity.
    std::optional<double> radius;         ///< The smallest eccentricity of those that reach all.
    std::vector<std::size_t> centre;      ///< Vertices that reach all others, with that radius.
    /// The mean of 1 / d over all ordered pairs of two vertices, as in `harmonic`, if asked for and
    /// if there are pairs: global efficiency. A pair without a path counts as 0.
    std::optional<double> efficiency;
    /// If bounds were given: how many of the reachable pairs lie in the bin of each bound, and
    /// beyond all.
    std::vector<std::uint64_t> histogram;
    /// If asked for: for each vertex, and each bound in turn, the total weight of the vertices at
    /// distances up to that bound. The vertex itself is one of them, at distance 0.
    std::vector<double> within;
    std::size_t components = 0;         ///< Strongly connected ones.
    std::size_t largest_component = 0;  ///< Vertices of the largest one.
};

/// Statistics of distances over min_plus, whatever computed them. `solve` takes them on the device,
/// if asked.
/// @throws Error bad_input unless `distances` has all rows; usage for bounds that do not ascend or
///         are not finite, and for weights of another number of vertices
APSP_EXPORT Statistics statistics(const Matrix& distances, const StatisticsOptions& options = {});

}  // namespace apsp

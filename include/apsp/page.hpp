// A page to look at: what a graph's distances are like, as one file of HTML that needs no network.
#pragma once

#include <string>
#include <vector>

#include "apsp/devices.hpp"
#include "apsp/export.h"
#include "apsp/graph.hpp"
#include "apsp/io.hpp"
#include "apsp/labels.hpp"
#include "apsp/solve.hpp"

namespace apsp {

struct PageOptions {
    /// How to solve. `statistics_options.harmonic` adds harmonic centrality. What else is asked for
    /// beside statistics does not count.
    SolveOptions solve = {};
    std::string title = {};  ///< By default the graph's origin.
    std::string unit = {};   ///< Of distances, such as "km"; "" if they have none.
    Labels labels = {};
    /// Of each vertex, for a map; or none. Those within +-180 and +-90, or +-180 and +-90 millions,
    /// are drawn as degrees, or their millionths, of longitude and latitude.
    std::vector<Coordinates> coordinates = {};
    /// Also shows each vertex's betweenness, which is counted anew (see betweenness).
    bool betweenness = false;
};

/// The most vertices whose distances to all others a page carries, for its map.
constexpr std::size_t kMostPageRows = 64;

struct Page {
    std::string html;  ///< At most about 4 MB.
    /// The solve that the figures are from; without distances.
    Solution solution;
};

/// Solves twice, and holds no n x n matrix where `sparse` or `search` is the algorithm: first for
/// the rows of at most 256 vertices, which make the heat map, the map's isochrones and the bounds
/// of the histogram's bins; then for the statistics of all.
/// @throws Error as `solve` and `betweenness`, and usage for coordinates of only some vertices, and
///         for other semirings than min_plus
APSP_EXPORT Page make_page(const Graph& graph, const std::vector<Device>& devices,
                           const PageOptions& options = {});

/// Bounds for a histogram of all distances (StatisticsOptions::bounds), which are found once those
/// from at most 256 vertices are known: at most about 50 bins of a round width, up to a quarter
/// farther than the largest of these. Of `options`, only what decides about distances counts.
/// @throws Error as `solve`
APSP_EXPORT std::vector<double> histogram_bounds(const Graph& graph,
                                                 const std::vector<Device>& devices,
                                                 const SolveOptions& options = {});

}  // namespace apsp

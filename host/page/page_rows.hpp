// The rows of some vertices, for those parts of a page that need single distances.
#pragma once

#include <cstddef>
#include <vector>

#include "apsp/io.hpp"
#include "apsp/solve.hpp"

namespace apsp {

struct PageRows {
    std::vector<std::size_t> sample;   ///< At most kMostSampled vertices, spread evenly.
    std::vector<float> among;          ///< Distances from each of them to each, row by row.
    std::vector<std::size_t> sources;  ///< Places in `sample` whose whole rows are kept.
    std::vector<float> rows;           ///< These rows.
    double least = 0, largest = 0;     ///< Of all distances in the sample's rows; of 0, too.

    static constexpr std::size_t kMostSampled = 256;

    /// For n vertices. With coordinates, whole rows of at most `most` vertices are kept.
    PageRows(std::size_t n, const std::vector<Coordinates>& coordinates, std::size_t most);
    /// Takes rows of the sample's vertices, in its order.
    void take(const RowBatch& batch);
};

/// An order of the sample in which groups of near vertices are squares on the diagonal: each next
/// vertex is the one that is nearest to those before it (as Prim's algorithm finds a spanning
/// tree), from an end of the largest distance on. J. C. Bezdek, R. J. Hathaway, "VAT: a tool for
/// visual assessment of (cluster) tendency", 2002.
std::vector<std::size_t> order_to_show(const PageRows& rows);

/// Bounds of at most about 50 bins for all distances, where those that are known lie between these
/// two: round numbers, up to a quarter farther. Each bound costs a comparison per distance.
std::vector<double> histogram_bounds(double least, double largest, bool integral);

}  // namespace apsp

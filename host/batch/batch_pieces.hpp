// Deals the graphs of a batch to several devices. The graphs come in the order of their sizes; each
// device takes a piece from either end, and another one whenever it has solved that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

#include "apsp/batch.hpp"

namespace apsp {

class BatchPieces {
  public:
    using Graphs = std::span<const std::uint32_t>;
    static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

    /// For `takers` devices. A piece has at most `most` graphs. The graphs must outlive this.
    BatchPieces(const GraphBatch& batch, Graphs graphs, std::size_t takers, std::size_t most);

    Graphs all() const { return graphs_; }
    /// The smallest of those that are left, none of them beyond the first `fitting` of all; empty
    /// once there are none. Threads may take at the same time.
    Graphs take_smallest(std::size_t fitting = kAny);
    /// The largest of those that are left.
    Graphs take_largest();
    /// All that are left, however many.
    Graphs take_rest();

  private:
    /// How many relaxations (n^3 per graph) a piece should take of those between two places.
    double fair(std::size_t first, std::size_t last) const;

    Graphs graphs_;
    std::vector<double> sums_;  // relaxations of all graphs before each place
    std::size_t takers_, most_;
    std::mutex mutex_;
    std::size_t first_ = 0, last_;  // the graphs that are left
};

}  // namespace apsp

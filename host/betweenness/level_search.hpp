// Memory for breadth-first searches from a few sources at once (source_block.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "betweenness/kernels.hpp"
#include "betweenness/loads.hpp"
#include "betweenness/numbered_arcs.hpp"

namespace apsp {

/// The last level whose vertices are no farther than the cutoff.
inline std::size_t levels_within(const LoadQuestion& question, const NumberedArcs& arcs) {
    const std::size_t n = arcs.vertex.size();
    const double each = arcs.cost.empty() ? 0 : arcs.cost.front();
    double distance = each;
    for (std::size_t level = 0; level < n; ++level, distance += each) {
        if (distance > question.cutoff) return level;
    }
    return n;
}

/// As HeapSearch, for graphs whose costs are all equal.
class LevelSearch {
  public:
    LevelSearch(const LoadQuestion& question, const NumberedArcs& arcs,
                const std::vector<double>& ends, SearchSources search)
        : sums(question, ends.size(), arcs.target.size()),
          search_(search),
          levels_(ends.size()),
          labels_(ends.size()),
          reached_(kLanes * ends.size()),
          queued_(ends.size(), kNotQueued),
          level_(ends.size() + 2) {
        for (SourceLevels& levels : levels_) std::ranges::fill(levels.of, kNoLevel);
        block_ = {.first = arcs.first.data(),
                  .target = arcs.target.data(),
                  .ends = ends.data(),
                  .endpoints = question.endpoints,
                  .deepest = levels_within(question, arcs),
                  .load = sums.load.data(),
                  .squares = question.sampled ? sums.squares.data() : nullptr,
                  .arc_load = question.of_arcs ? sums.arc_load.data() : nullptr,
                  .pairs = 0,
                  .most = 0,
                  .levels = levels_.data(),
                  .labels = labels_.data(),
                  .reached = reached_.data(),
                  .level = level_.data(),
                  .queued = queued_.data(),
                  .source = {},
                  .weight = {}};
    }
    LevelSearch(LevelSearch&&) = default;  // vectors that move keep their elements where they are

    /// Adds the loads of all paths from up to kLanes sources.
    void add(std::span<const std::uint32_t> sources, const std::vector<double>& weights) {
        std::ranges::fill(block_.source, static_cast<std::uint32_t>(-1));
        std::ranges::fill(block_.weight, 0);
        for (std::size_t lane = 0; lane < sources.size(); ++lane) {
            block_.source[lane] = sources[lane];
            block_.weight[lane] = weights[sources[lane]];
        }
        search_(block_);
        sums.pairs = block_.pairs;
        sums.most = block_.most;
    }

    LoadSums sums;

  private:
    SearchSources search_;
    std::vector<SourceLevels> levels_;
    std::vector<SourceLabel> labels_;
    std::vector<std::uint32_t> reached_, queued_;
    std::vector<std::size_t> level_;
    SourceBlock block_;
};

}  // namespace apsp

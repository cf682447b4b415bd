// The tight arcs out of one vertex, by its row of the distances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"
#include "paths/tight_rule.hpp"

namespace apsp {

/// Each thread needs its own.
template <class T>
class TightRow {
  public:
    TightRow(const Graph& graph, const Matrix& distances, const TightRule& rule)
        : graph_(graph),
          distances_(distances),
          rule_(rule),
          targets_(rule.n + 1),
          weights_(rule.n + 1) {}

    /// Calls f(target, weight, direct) in the order of targets. Direct arcs are exactly as long as
    /// the distance.
    template <class F>
    void for_each(std::size_t i, F&& f) {
        const T* const row = distances_.row<T>(i).data();
        const bool equal = graph_.matrix() != nullptr && !graph_.potentials() && rule_.exact;
        const std::size_t count = equal ? find_equal(i, row) : find(i, row);
        for (std::size_t a = 0; a < count; ++a) {
            f(targets_[a], weights_[a], weights_[a] == row[targets_[a]]);
        }
    }

  private:
    std::size_t find(std::size_t i, const T* row);
    /// The same for a dense graph.
    std::size_t find_equal(std::size_t i, const T* row);

    const Graph& graph_;
    const Matrix& distances_;
    const TightRule& rule_;
    std::vector<std::uint32_t> targets_;
    std::vector<T> weights_;
};

}  // namespace apsp

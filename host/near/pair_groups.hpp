// Pairs that share an end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "apsp/vertex_pair.hpp"

namespace apsp {

/// Pairs by their sources, or by their targets. The pairs must outlive it.
class PairGroups {
  public:
    PairGroups(std::span<const VertexPair> pairs, bool of_targets)
        : pairs_(pairs),
          own_(of_targets ? &VertexPair::target : &VertexPair::source),
          other_(of_targets ? &VertexPair::source : &VertexPair::target),
          order_(pairs.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, {}, [&](std::size_t k) { return pairs_[k].*own_; });
        for (std::size_t at = 0; at < order_.size(); ++at) {
            const std::uint32_t vertex = pairs_[order_[at]].*own_;
            if (!vertices_.empty() && vertices_.back() == vertex) continue;
            vertices_.push_back(vertex);
            first_.push_back(at);
        }
        first_.push_back(order_.size());
    }

    /// The shared ends, ascending.
    const std::vector<std::uint32_t>& vertices() const { return vertices_; }
    /// The places of the pairs of a group.
    std::span<const std::size_t> places(std::size_t group) const {
        return std::span(order_).subspan(first_[group], first_[group + 1] - first_[group]);
    }
    std::uint32_t other(std::size_t place) const { return pairs_[place].*other_; }

  private:
    std::span<const VertexPair> pairs_;
    std::uint32_t VertexPair::*own_, VertexPair::*other_;
    std::vector<std::size_t> order_, first_;
    std::vector<std::uint32_t> vertices_;
};

}  // namespace apsp

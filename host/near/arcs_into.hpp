// The arcs of a graph by their targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "apsp/graph.hpp"
#include "graph/start.hpp"

namespace apsp {

/// With costs, and without loops.
template <class T>
class ArcsInto {
  public:
    explicit ArcsInto(const Graph& graph) : first_(graph.vertices() + 1) {
        const auto for_each = [&](const auto& f) {
            for (std::size_t i = 0; i < graph.vertices(); ++i) {
                for_each_start<T>(graph, i, Semiring::min_plus, [&](std::size_t j, T w) {
                    if (i != j) f(i, j, w);
                });
            }
        };
        for_each([&](std::size_t, std::size_t j, T) { ++first_[j + 1]; });
        for (std::size_t j = 0; j + 1 < first_.size(); ++j) first_[j + 1] += first_[j];
        arcs_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        for_each([&](std::size_t i, std::size_t j, T w) {
            arcs_[next[j]++] = {static_cast<std::uint32_t>(i), w};
        });
    }

    /// Sources and costs, sources ascending.
    std::span<const std::pair<std::uint32_t, T>> of(std::size_t target) const {
        return std::span(arcs_).subspan(first_[target], first_[target + 1] - first_[target]);
    }

  private:
    std::vector<std::size_t> first_;
    std::vector<std::pair<std::uint32_t, T>> arcs_;
};

}  // namespace apsp

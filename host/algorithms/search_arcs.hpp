// A graph's arcs in the type and the order that searches read them in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/relax_arcs.hpp"
#include "graph/start.hpp"

namespace apsp {

template <class T>
class SearchArcs {
  public:
    SearchArcs(const Graph& graph, Semiring semiring) {
        first_.reserve(graph.vertices() + 1);
        arcs_.reserve(graph.arcs());
        first_.push_back(0);
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            for_each_start<T>(graph, i, semiring, [&](std::size_t j, T w) {
                if (j != i) arcs_.push_back({static_cast<std::uint32_t>(j), w});
            });
            first_.push_back(arcs_.size());
            largest_degree_ = std::max(largest_degree_, first_[i + 1] - first_[i]);
        }
        equal_weights_ = std::ranges::all_of(
            arcs_, [&](const SearchArc<T>& arc) { return arc.weight == arcs_[0].weight; });
    }

    std::size_t vertices() const { return first_.size() - 1; }
    std::span<const SearchArc<T>> out_of(std::size_t i) const {
        return std::span(arcs_).subspan(first_[i], first_[i + 1] - first_[i]);
    }
    std::size_t largest_degree() const { return largest_degree_; }
    bool equal_weights() const { return equal_weights_; }
    /// Of any arc, if there is one.
    T weight() const { return arcs_.front().weight; }

  private:
    std::vector<std::size_t> first_;
    std::vector<SearchArc<T>> arcs_;
    std::size_t largest_degree_ = 0;
    bool equal_weights_ = true;
};

}  // namespace apsp

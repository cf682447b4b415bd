// A graph as searches read it: weights have the search's type, and vertices are numbered so that
// neighbours are near one another, in the caches and among the sources of one search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/relax_arcs.hpp"
#include "apsp/graph.hpp"
#include "apsp/semiring.hpp"

namespace apsp {

/// Orders the vertices by balls of a few around one vertex, each ball next to the one before.
std::vector<std::uint32_t> order_by_balls(const Graph& graph);

/// A source's number, and where its row goes.
template <class T>
struct SearchSource {
    std::uint32_t number;
    T* row;
};

/// All vertices are given by number, except in `number` itself.
template <class T>
class SearchArcs {
  public:
    SearchArcs(const Graph& graph, Semiring semiring)
        : SearchArcs(graph, semiring, order_by_balls(graph)) {}
    /// Numbers are places in this order of the vertices.
    SearchArcs(const Graph& graph, Semiring semiring, const std::vector<std::uint32_t>& order);

    std::size_t vertices() const { return number_.size(); }
    std::uint32_t number(std::size_t vertex) const { return number_[vertex]; }
    std::span<const SearchArc<T>> out_of(std::size_t i) const {
        return std::span(arcs_).subspan(first_[i], first_[i + 1] - first_[i]);
    }
    template <class F>
    void for_each_arc(std::size_t i, const F& f) const {
        for (const auto& [target, weight] : out_of(i)) f(target, weight);
    }
    std::size_t largest_degree() const { return largest_degree_; }
    bool equal_weights() const { return equal_weights_; }
    /// Weight of the first arc, which must exist.
    T weight() const { return arcs_.front().weight; }

  private:
    std::vector<std::uint32_t> number_;
    std::vector<std::size_t> first_;
    std::vector<SearchArc<T>> arcs_;
    std::size_t largest_degree_ = 0;
    bool equal_weights_ = true;
};

}  // namespace apsp

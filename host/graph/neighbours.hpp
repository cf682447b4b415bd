// A graph without directions and weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apsp/graph.hpp"

namespace apsp {

/// The neighbours of each vertex: those that an arc joins with it, in either direction, each once;
/// not itself. In compressed rows, in no order.
struct Neighbours {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> ends;

    Neighbours() = default;
    explicit Neighbours(const Graph& graph);

    std::size_t vertices() const { return first.size() - 1; }
    std::size_t degree(std::size_t i) const { return first[i + 1] - first[i]; }
    template <class F>
    void for_each(std::size_t i, F&& f) const {
        for (std::size_t a = first[i]; a < first[i + 1]; ++a) f(ends[a]);
    }
};

}  // namespace apsp

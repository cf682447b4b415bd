// A graph's arcs in the type and the order that searches read them in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/start.hpp"

namespace apsp {

template <class T>
struct SearchArcs {
    struct Arc {
        std::uint32_t target;
        T weight;
    };
    std::vector<std::size_t> first;  ///< The arcs out of i: arcs[first[i]] .. [first[i + 1]].
    std::vector<Arc> arcs;

    SearchArcs(const Graph& graph, Semiring semiring) {
        first.reserve(graph.vertices() + 1);
        arcs.reserve(graph.arcs());
        first.push_back(0);
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            for_each_start<T>(graph, i, semiring, [&](std::size_t j, T w) {
                if (j != i) arcs.push_back({static_cast<std::uint32_t>(j), w});
            });
            first.push_back(arcs.size());
        }
    }

    std::size_t vertices() const { return first.size() - 1; }

    template <class F>
    void for_each_arc(std::size_t i, F&& f) const {
        const Arc* const end = arcs.data() + first[i + 1];
        for (const Arc* arc = arcs.data() + first[i]; arc != end; ++arc) {
            f(std::size_t{arc->target}, arc->weight);
        }
    }

    bool equal_weights() const {
        return std::ranges::all_of(
            arcs, [&](const Arc& arc) { return arc.weight == arcs.front().weight; });
    }
};

}  // namespace apsp

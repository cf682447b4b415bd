// The graphs that the device tests solve with every algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apsp/generate.hpp"

struct Input {
    std::string name;
    apsp::Graph (*make)(std::size_t n);
};

// Dense random graphs are solved after two hops, so they are not enough (see generate.hpp).
inline const Input kInputs[] = {
    {"dense", [](std::size_t n) { return apsp::random_graph(n); }},
    {"sparse",
     [](std::size_t n) { return apsp::random_graph(n, 3.0 / static_cast<double>(n + 3), 5); }},
    {"squares", [](std::size_t n) { return apsp::squares_graph(n); }},
    {"ring", [](std::size_t n) { return apsp::ring_graph(n); }},
    {"potential", [](std::size_t n) { return apsp::potential_graph(n, 0.5); }},
};

/// Makes integer weights real: w / 7, plus `apart` times a fraction that differs from arc to arc.
inline apsp::Graph reals(const apsp::Graph& graph, double apart) {
    std::vector<apsp::Arc> arcs;
    for (std::uint32_t i = 0; i < graph.vertices(); ++i) {
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            arcs.push_back(
                {i, static_cast<std::uint32_t>(j), w / 7 + apart / static_cast<double>(i + j + 1)});
        });
    }
    return apsp::Graph::from_arcs(graph.vertices(), std::move(arcs), "reals");
}

// Small graphs that were once solved wrongly, or that show one difficulty each.
#pragma once

#include "adversaries.hpp"

namespace adversaries {

/// n = 60, every pair with an arc of 1e12, as if that were "no arc", and one cycle of three.
inline Adversary large_for_no_arc(std::string name, double cycle) {
    Adversary graph{std::move(name), 0, 60};
    for (Vertex i = 0; i < graph.n; ++i) {
        for (Vertex j = 0; j < graph.n; ++j) {
            if (i != j) graph.arcs.push_back({i, j, 1e12});
        }
    }
    graph.arcs.push_back({7, 31, 0.25});
    graph.arcs.push_back({31, 55, -0.5});
    graph.arcs.push_back({55, 7, 0.25 + cycle});
    return graph;
}

inline std::vector<Adversary> by_hand() {
    return {
        {"one vertex", 0, 1},
        {"one vertex, negative loop", 0, 1, {{0, 0, -5e-324}}},
        {"-0.2 beside 1e16", 0, 3, {{0, 1, 0.1}, {1, 0, -0.3}, {0, 2, 1e16}}},
        {"-2 beside 9e15", 0, 3, {{0, 1, 1}, {1, 0, -3}, {0, 2, 9e15}}},
        {"-1 within 1e16", 0, 3, {{0, 1, 1e16}, {1, 2, -1}, {2, 0, -1e16}}},
        {"1 within 1e16", 0, 3, {{0, 1, 1e16}, {1, 2, 1}, {2, 0, -1e16}}},
        {"-1e-300 within 1e300", 0, 3, {{0, 1, 1e300}, {1, 2, -1e-300}, {2, 0, -1e300}}},
        large_for_no_arc("1e12 for no arc, cycle of -0.15", -0.15),
        large_for_no_arc("1e12 for no arc, cycle of 0", 0),
        large_for_no_arc("1e12 for no arc, cycle of 0.15", 0.15),
        {"0.9 beside -1e8", 0, 3, {{0, 1, -1e8}, {2, 1, 0.9}}},
        {"0.9 beside -1e16", 0, 3, {{0, 1, -1e16}, {2, 1, 0.9}}},
        {"2^24 + 1", 0, 3, {{0, 1, -16777217}, {1, 2, 1}}},
        {"2^24 - (2^24 + 1)", 0, 2, {{0, 1, 16777216}, {1, 0, -16777217}}},
        {"2^24 + 1 and back", 0, 2, {{0, 1, 16777217}, {1, 0, -16777217}}},
        {"0.1 + 0.2 - 0.3", 0, 4, {{0, 1, 0.1}, {1, 2, 0.2}, {2, 0, -0.3}, {2, 3, 1}}},
        {"0.3 - 0.1 - 0.2", 0, 4, {{0, 1, -0.1}, {1, 2, -0.2}, {2, 0, 0.3}, {2, 3, 1}}},
        {"denormal and back", 0, 2, {{0, 1, 5e-324}, {1, 0, -5e-324}}},
        {"denormal and farther back", 0, 2, {{0, 1, 5e-324}, {1, 0, -1e-323}}},
        {"denormals of f32", 0, 3, {{0, 1, 0x1p-149}, {1, 2, -0x1p-149}, {2, 0, 0x1p-148}}},
        {"1e308 twice", 0, 3, {{0, 1, 1e308}, {1, 2, 1e308}}},
        {"-1e308 twice", 0, 3, {{0, 1, -1e308}, {1, 2, -1e308}}},
        {"1e308 and -1e308", 0, 4, {{0, 1, 1e308}, {1, 2, -1e308}, {2, 3, 1e308}}},
        {"cycle of -3e308", 0, 3, {{0, 1, -1e308}, {1, 2, -1e308}, {2, 0, -1e308}}},
        {"3e38 twice", 0, 3, {{0, 1, 3e38}, {1, 2, 3e38}}},
        {"-3e38 twice", 0, 3, {{0, 1, -3e38}, {1, 2, -3e38}}},
        {"parallel arcs", 0, 2, {{0, 1, 1e300}, {0, 1, -1}, {1, 0, 1}, {1, 0, 1e16}}},
    };
}

}  // namespace adversaries

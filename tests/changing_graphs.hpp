// Graphs whose arcs change at random.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "apsp/dynamic_distances.hpp"
#include "draw.hpp"

namespace apsp::test {

struct Family {
    const char* name;
    Dtype dtype;
    double least, most;       ///< Weights, which are integers in integer types.
    bool potentials = false;  ///< Added as differences: negative weights, no negative cycle.
    bool absorbing = false;   ///< Some weights are lost beside others, or only their last digits.
};

/// Weights for the arcs of such a graph, with cycles of length 0 if `least` is 0.
class Weights {
  public:
    Weights(Draw& draw, const Family& family, std::size_t n) : draw_(draw), family_(family) {
        for (std::size_t v = 0; v < n; ++v) {
            height_.push_back(family.potentials ? static_cast<double>(draw.below(40)) : 0);
        }
    }
    double operator()(std::size_t i, std::size_t j) {
        double w = family_.least + draw_.share() * (family_.most - family_.least);
        if (is_integral(family_.dtype)) w = std::floor(w);
        if (family_.absorbing) w *= draw_.pick({0.0, 1e-4, 1.0, 2e4});
        return w + height_[i] - height_[j];
    }

  private:
    Draw& draw_;
    const Family& family_;
    std::vector<double> height_;
};

inline Graph drawn(Draw& draw, Weights& weights, std::size_t n, bool dense, Dtype dtype) {
    std::vector<Arc> arcs;
    const double density = draw.density();
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            if (i != j && draw.chance(density)) arcs.push_back({i, j, weights(i, j)});
        }
    }
    Graph graph = Graph::from_arcs(n, std::move(arcs), "drawn");
    return dense ? Graph::from_matrix(graph.to_matrix(dtype), "drawn") : graph;
}

/// Some arcs removed, some inserted, some with other weights, and some with the same.
inline std::vector<ArcChange> drawn_changes(Draw& draw, Weights& weights, std::size_t n) {
    const std::size_t count = draw.pick({1, 1, 1, 2, 3, 12, 40});
    std::vector<ArcChange> changes;
    for (std::size_t c = 0; c < count; ++c) {
        const auto i = static_cast<std::uint32_t>(draw.below(n));
        const auto j = static_cast<std::uint32_t>(draw.below(n));
        changes.push_back({i, j, draw.chance(0.4) || i == j ? infinity<double>() : weights(i, j)});
    }
    return changes;
}

inline bool close_to(const Matrix& a, const Matrix& b) {
    const double slack = a.dtype() == Dtype::f32 ? 1e-4 : 1e-11;
    for (std::size_t i = 0; i < a.n(); ++i) {
        for (std::size_t j = 0; j < a.n(); ++j) {
            const double x = a.at(i, j), y = b.at(i, j);
            if (x != y && !(std::abs(x - y) <= slack * std::max(1.0, std::abs(y)))) return false;
        }
    }
    return true;
}

inline constexpr Family kFamilies[] = {
    {"small integers", Dtype::u8, 0, 7},
    {"zero cycles", Dtype::i32, 0, 3},
    {"i16", Dtype::i16, 1, 50},
    {"negative", Dtype::i16, 0, 9, true},
    {"negative, i32", Dtype::i32, 0, 1000, true},
    {"f32", Dtype::f32, 0, 1},
    {"f64", Dtype::f64, 0, 1},
    {"negative, f64", Dtype::f64, 0, 10, true},
    {"f32 of all sizes", Dtype::f32, 1, 1.001, false, true},
};

}  // namespace apsp::test

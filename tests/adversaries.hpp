// Graphs on which shortest paths are easily got wrong: weights that cancel, cycles whose sum is
// hardly above or below 0, sums that overflow or vanish. All of them are small.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apsp/graph.hpp"
#include "draw.hpp"

/// A graph that is meant to make a solver fail.
struct Adversary {
    std::string family;
    std::uint32_t seed = 0;
    std::size_t n = 0;
    std::vector<apsp::Arc> arcs = {};
};

namespace adversaries {

using Vertex = std::uint32_t;

/// Adds arcs between a share of all pairs. `weight(i, j)` draws the weight of each.
template <class Weight>
void connect(Adversary& graph, Draw& draw, double density, Weight&& weight) {
    for (Vertex i = 0; i < graph.n; ++i) {
        for (Vertex j = 0; j < graph.n; ++j) {
            if (i != j && draw.chance(density)) graph.arcs.push_back({i, j, weight(i, j)});
        }
    }
}

/// A cycle of 2 to 4 arcs below 1, whose sum is `sum` or as near to it as the last arc can bring
/// it. Other arcs of the graph may be parallel to it.
inline void plant_cycle(Adversary& graph, Draw& draw, double sum) {
    if (graph.n < 2) return;
    const auto order = draw.permutation(graph.n);
    const std::size_t length = std::min<std::size_t>(2 + draw.below(3), graph.n);
    double rest = sum;
    for (std::size_t k = 0; k < length; ++k) {
        const bool last = k + 1 == length;
        const double weight = last ? rest : draw.signed_share();
        rest -= weight;
        graph.arcs.push_back({order[k], order[last ? 0 : k + 1], weight});
    }
}

/// Sums of cycles on both sides of 0, most of them close to it.
inline double small_sum(Draw& draw) {
    return draw.pick({0.25, 0.25, 0x1p-52, 0.0, 0.0, -0x1p-53, -0.15});
}

/// Arcs so long that no path should take them, beside weights that vanish when added to them.
inline void big_positive(Adversary& graph, Draw& draw) {
    const double big = draw.pick({1e12, 9e15, 1e16, 1e300});
    const auto rank = draw.permutation(graph.n);
    const bool small_ways_back = draw.chance(0.3);
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        if (draw.chance(0.4)) return big;
        if (rank[i] < rank[j]) return draw.signed_share();
        return small_ways_back ? draw.share() * 4 : big;
    });
    plant_cycle(graph, draw, small_sum(draw));
}

/// Between levels the weights are huge: as negative downwards as they are positive upwards, except
/// for a small surplus.
inline void big_negative(Adversary& graph, Draw& draw) {
    const double big = draw.pick({-1e9, -1e16});
    std::vector<double> level;
    for (std::size_t v = 0; v < graph.n; ++v) level.push_back(static_cast<double>(draw.below(3)));
    connect(graph, draw, draw.density(),
            [&](Vertex i, Vertex j) { return big * (level[j] - level[i]) + draw.share(); });
    if (draw.chance(0.4)) plant_cycle(graph, draw, small_sum(draw));
}

/// Weights are differences of potentials, so that all cycles are 0 except for roundings and some
/// ulps of noise.
inline void potentials(Adversary& graph, Draw& draw) {
    const bool single = draw.chance(0.5);   // weights and ulps of f32
    const bool on_grid = draw.chance(0.5);  // differences are exact
    const bool either_sign = draw.chance(0.3);
    const int noise = draw.pick({0, 1, 2, 10});
    const double scale = draw.pick({0x1p-10, 1.0, 2.0, 0x1p20});
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) {
        p.push_back(scale *
                    (on_grid ? static_cast<double>(draw.below(1024)) / 1024 : draw.share()));
    }
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        const int steps = static_cast<int>(draw.below(static_cast<std::size_t>(noise) + 1));
        const int signed_steps = either_sign && draw.chance(0.5) ? -steps : steps;
        return single ? step_by(static_cast<float>(p[j] - p[i]), signed_steps)
                      : step_by(p[j] - p[i], signed_steps);
    });
}

/// The same as a complete graph of 24 vertices, with noise of a few ulps of f32.
inline void noisy_potentials(Adversary& graph, Draw& draw) {
    graph.n = 24;
    const bool single = draw.chance(0.5);
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) p.push_back(draw.share() * 2);
    connect(graph, draw, 1, [&](Vertex i, Vertex j) {
        const double weight = p[j] - p[i] + draw.share() * 1e-6;
        return single ? static_cast<double>(static_cast<float>(weight)) : weight;
    });
}

/// Logarithms of exchange rates, quoted with some digits and with or without the bank's share.
inline void exchange_rates(Adversary& graph, Draw& draw) {
    const double digit = draw.pick({1e-4, 1e-9, 0.0});
    const double spread = draw.pick({0.0, 1e-3, 1e-8});
    std::vector<double> value;
    for (std::size_t v = 0; v < graph.n; ++v) value.push_back(std::exp(draw.signed_share() * 3));
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        double rate = value[j] / value[i] * (1 - spread);
        if (digit != 0) rate = std::max(digit, std::floor(rate / digit) * digit);
        return -std::log(rate);
    });
}

/// Each arc has a way back of the opposite weight, in a tree or between exact potentials.
inline void zero_cycles(Adversary& graph, Draw& draw) {
    const bool tree = draw.chance(0.5);
    const double scale = draw.pick({1.0, 0.1, 0x1p-20, 0x1p30});
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) p.push_back(static_cast<double>(draw.below(100)));
    const double density = draw.density();
    for (Vertex j = 1; j < graph.n; ++j) {
        const auto parent = static_cast<Vertex>(draw.below(j));
        for (Vertex i = 0; i < j; ++i) {
            if (tree ? i != parent : !draw.chance(density)) continue;
            const double weight =
                tree ? draw.signed_share() * scale : std::round(scale * 1024) * (p[j] - p[i]);
            graph.arcs.push_back({i, j, weight});
            graph.arcs.push_back({j, i, -weight});
        }
    }
    if (graph.arcs.empty() || draw.chance(0.6)) return;
    double& weight = graph.arcs[draw.below(graph.arcs.size())].weight;
    weight = step_by(weight, draw.chance(0.5) ? 1 : -1);
}

/// Weights that are, or become in f32, denormal or 0.
inline void denormals(Adversary& graph, Draw& draw) {
    const double tiny = draw.pick({5e-324, 1e-320, 1e-310, 0x1p-149, 1e-40});
    const double ones = draw.pick({0.0, 0.0, 0.3});
    const bool negative_cycle = draw.chance(0.25);
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) p.push_back(static_cast<double>(draw.below(4)));
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        if (draw.chance(ones)) return 1.0;
        return tiny * (p[j] - p[i] + static_cast<double>(draw.below(3)));
    });
    if (negative_cycle && !graph.arcs.empty()) {
        graph.arcs[draw.below(graph.arcs.size())].weight -= tiny;
    }
}

/// Weights that overflow when two of them are added.
inline void overflow(Adversary& graph, Draw& draw) {
    const double huge = draw.pick({1e38, 3e38, 3e38, 1e308});
    const double largest = huge == 1e308 ? 1.7e308 : huge * 3;
    const double share = draw.pick({0.1, 0.5});
    const auto rank = draw.permutation(graph.n);
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        if (!draw.chance(share)) return draw.share();
        if (rank[i] > rank[j]) return draw.chance(0.5) ? largest : huge;
        return draw.chance(0.3) ? -huge : huge;
    });
}

/// Integers beyond what f32 or f64 hold exactly.
inline void huge_integers(Adversary& graph, Draw& draw) {
    const double largest = std::ldexp(1, 24 + static_cast<int>(draw.below(38)));
    const double step = draw.pick({1.0, 0.01, 1e-6});
    std::vector<double> p;
    for (std::size_t v = 0; v < graph.n; ++v) p.push_back(std::floor(draw.share() * largest));
    const bool has_signs = draw.chance(0.7);
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        const double base = std::floor(draw.share() * step * largest);
        return has_signs ? p[j] - p[i] + base : base;
    });
    if (draw.chance(0.2)) plant_cycle(graph, draw, 0);
    for (apsp::Arc& arc : graph.arcs) arc.weight = std::floor(arc.weight);
}

/// Usual integers, at several scales, for the limits of the integer types.
inline void integers(Adversary& graph, Draw& draw) {
    const double scale = draw.pick({1.0, 1.0, 1.0, 300.0, 2e7});
    const std::size_t negative = draw.below(2);
    connect(graph, draw, draw.density(), [&](Vertex, Vertex) {
        return scale *
               (static_cast<double>(draw.below(21 + negative)) - static_cast<double>(negative));
    });
}

/// A few weights from each of the families; negative ones mostly lead in directions that close no
/// cycle.
inline void mixture(Adversary& graph, Draw& draw) {
    const auto any = [&] {
        return draw.pick({1e12, 1e16, 1e9, 1e300, 0.15, 1.0, 0x1p-52, 1e-6, 0.0, 5e-324, 1e-40,
                          1e-320, 3e38, 1e308, 0x1p62, 16777217.0, 20.0, 1 / 3.0});
    };
    std::vector<double> pool;
    for (int k = 0; k < 5; ++k) pool.push_back(any());
    const double long_way = *std::ranges::max_element(pool) * (graph.n < 9 ? 8 : 24);
    const auto rank = draw.permutation(graph.n);
    const double ways_back = draw.pick({0.0, 0.1});
    connect(graph, draw, draw.density(), [&](Vertex i, Vertex j) {
        const double weight = pool[draw.below(pool.size())];
        if (rank[i] < rank[j]) return draw.chance(0.5) ? -weight : weight;
        return draw.chance(ways_back) ? weight : std::min(long_way, 1.7e308);
    });
}

struct Family {
    const char* name;
    void (*draw)(Adversary&, Draw&);
};

inline constexpr Family kFamilies[] = {
    {"big positive", big_positive},
    {"big negative", big_negative},
    {"potentials", potentials},
    {"noisy potentials", noisy_potentials},
    {"exchange rates", exchange_rates},
    {"zero cycles", zero_cycles},
    {"denormals", denormals},
    {"overflow", overflow},
    {"huge integers", huge_integers},
    {"integers", integers},
    {"mixture", mixture},
};

/// Parallel arcs and self-loops, as users' files have them.
inline void add_odd_arcs(Adversary& graph, Draw& draw) {
    if (graph.arcs.empty()) return;
    const apsp::Arc arc = graph.arcs[draw.below(graph.arcs.size())];
    graph.arcs.push_back({arc.source, arc.target, arc.weight / 2});
    graph.arcs.push_back({arc.target, arc.target, draw.chance(0.1) ? -5e-324 : 0.5});
}

/// The graph of that family and seed, of 1 to 24 vertices.
inline Adversary draw_adversary(const Family& family, std::uint32_t seed) {
    Draw draw(seed, family.name);
    Adversary graph{family.name, seed, draw.chance(0.1) ? 1 + draw.below(3) : 3 + draw.below(22)};
    family.draw(graph, draw);
    if (draw.chance(0.2)) add_odd_arcs(graph, draw);
    return graph;
}

}  // namespace adversaries

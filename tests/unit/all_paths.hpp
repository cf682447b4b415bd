// Betweenness by its definition: from distances and numbers of paths of all pairs, which follow
// from what they are. Shares no code with the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "apsp/betweenness.hpp"
#include "unit/helpers.hpp"

namespace apsp::test {

inline constexpr double kNone = std::numeric_limits<double>::infinity();

/// Distances and numbers of paths of all pairs, by what they are.
struct AllPaths {
    std::size_t n;
    std::vector<double> distance, count;

    explicit AllPaths(const Graph& graph)
        : n(graph.vertices()), distance(n * n, kNone), count(n * n, -1) {
        const std::vector<Arc> arcs = arcs_of(graph);
        std::vector<std::vector<Arc>> into(n);
        for (const Arc& arc : arcs) {
            into[arc.target].push_back(arc);
            distance[arc.source * n + arc.target] = arc.weight;
        }
        for (std::size_t v = 0; v < n; ++v) distance[v * n + v] = 0;
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                const double first = distance[i * n + k];
                if (first == kNone) continue;
                for (std::size_t j = 0; j < n; ++j) {
                    distance[i * n + j] =
                        std::min(distance[i * n + j], first + distance[k * n + j]);
                }
            }
        }
        for (std::size_t s = 0; s < n; ++s) {
            for (std::size_t t = 0; t < n; ++t) paths(into, s, t);
        }
    }

    double paths(const std::vector<std::vector<Arc>>& into, std::size_t s, std::size_t t) {
        double& known = count[s * n + t];
        if (known >= 0) return known;
        double sum = s == t ? 1 : 0;
        for (const Arc& arc : into[t]) {
            const double before = distance[s * n + arc.source];
            if (s == t || before == kNone || before + arc.weight != distance[s * n + t]) continue;
            sum += paths(into, s, arc.source);
        }
        return known = sum;
    }
};

/// Two ways from each vertex to the next but two: 2^k paths through k diamonds.
inline Graph diamonds(std::uint32_t k) {
    std::vector<Arc> arcs;
    for (std::uint32_t v = 0; v < 3 * k; v += 3) {
        for (const std::uint32_t side : {v + 1, v + 2}) {
            arcs.push_back({v, side, 1});
            arcs.push_back({side, v + 3, 1});
        }
    }
    return Graph::from_arcs(3 * k + 1, std::move(arcs), "diamonds");
}

inline double weight_of(const std::vector<double>& weights, std::size_t v) {
    return weights.empty() ? 1 : weights[v];
}

inline Betweenness by_definition(const Graph& graph, const BetweennessOptions& options) {
    const AllPaths all(graph);
    const std::size_t n = all.n;
    const std::vector<Arc> arcs = arcs_of(graph);
    Betweenness found;
    found.vertices.assign(n, 0);
    found.arcs.assign(arcs.size(), 0);
    for (std::size_t s = 0; s < n; ++s) {
        for (std::size_t t = 0; t < n; ++t) {
            const double length = all.distance[s * n + t];
            const double weight =
                weight_of(options.source_weights, s) * weight_of(options.target_weights, t);
            if (s == t || length == kNone || length > options.cutoff || weight == 0) continue;
            found.pairs += weight;
            const double each = weight / all.count[s * n + t];
            for (std::size_t v = 0; v < n; ++v) {
                if (!options.endpoints && (v == s || v == t)) continue;
                if (all.distance[s * n + v] + all.distance[v * n + t] != length) continue;
                found.vertices[v] += each * all.count[s * n + v] * all.count[v * n + t];
            }
            for (std::size_t a = 0; a < arcs.size(); ++a) {
                const std::size_t u = arcs[a].source, v = arcs[a].target;
                if (all.distance[s * n + u] + arcs[a].weight + all.distance[v * n + t] != length) {
                    continue;
                }
                found.arcs[a] += each * all.count[s * n + u] * all.count[v * n + t];
            }
        }
    }
    return found;
}

}  // namespace apsp::test

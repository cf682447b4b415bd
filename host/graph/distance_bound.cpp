// In a strongly connected component d(i, j) <= d(i, r) + d(r, j) for any vertex r of it. A path
// through several components is no longer than their bounds and the heaviest arcs between them,
// added up along the longest way through the condensation, which has no cycles.
#include "graph/distance_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "base/stop.hpp"
#include "base/text.hpp"
#include "graph/components.hpp"
#include "graph/dijkstra.hpp"
#include "graph/rounding.hpp"

namespace apsp {
namespace {

constexpr std::size_t kNoRoot = static_cast<std::size_t>(-1);

/// The arcs of a graph with lengths that are not negative: their costs, or bits of `products`,
/// without the arcs of weight 0.
struct Arcs {
    const Graph& graph;
    bool products = false;

    template <class F>
    void for_each_arc(std::size_t i, F&& f) const {
        if (!products) return graph.for_each_cost(i, f);
        graph.for_each_arc(i, [&](std::size_t j, double w) {
            if (w > 0) f(j, bits_of(w));
        });
    }
};

/// The same arcs reversed, in compressed rows.
struct ReverseArcs {
    std::vector<std::size_t> offsets;
    std::vector<std::pair<std::size_t, double>> ends;  // (source, cost)

    explicit ReverseArcs(const Arcs& arcs) : offsets(arcs.graph.vertices() + 1, 0) {
        const std::size_t n = arcs.graph.vertices();
        for (std::size_t i = 0; i < n; ++i) {
            arcs.for_each_arc(i, [&](std::size_t j, double) { ++offsets[j + 1]; });
        }
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        ends.resize(offsets.back());
        std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
        for (std::size_t i = 0; i < n; ++i) {
            check_stop();
            arcs.for_each_arc(i, [&](std::size_t j, double w) { ends[next[j]++] = {i, w}; });
        }
    }
    template <class F>
    void for_each_arc(std::size_t j, F&& f) const {
        for (std::size_t a = offsets[j]; a < offsets[j + 1]; ++a) f(ends[a].first, ends[a].second);
    }
};

/// Dijkstra's distances from `root`, over the vertices that are `inside`. All of `d` must be
/// infinite before.
template <class Directed, class Inside>
void search(const Directed& arcs, std::size_t root, std::vector<double>& d, Inside&& inside) {
    d[root] = 0;
    VertexHeap heap;
    heap.push(0, root);
    dijkstra_queue(
        heap, arcs, [&](std::size_t j) { return d[j]; },
        [&](std::size_t i, std::size_t j, double w) {
            if (!inside(j) || !(d[i] + w < d[j])) return false;
            check_stop();
            d[j] = d[i] + w;
            return true;
        });
}

/// The largest distance from `root` within its component, infinite if it exceeds the range of
/// doubles. All of `d` must be infinite before; for other components it still is afterwards.
template <class Directed>
double eccentricity(const Directed& arcs, const std::vector<std::size_t>& component,
                    const std::vector<std::size_t>& members, std::size_t root,
                    std::vector<double>& d) {
    search(arcs, root, d, [&](std::size_t j) { return component[j] == component[root]; });
    double largest = 0;
    for (const std::size_t i : members) largest = std::max(largest, d[i]);
    return largest;
}

SearchedCosts bound_by_components(const Arcs& arcs) {
    const Graph& graph = arcs.graph;
    const std::size_t n = graph.vertices();
    // Of an undirected graph all is the same backwards.
    const bool undirected = !graph.potentials() && graph.symmetric();
    const std::optional<ReverseArcs> reverse =
        undirected ? std::nullopt : std::make_optional<ReverseArcs>(arcs);
    std::size_t count = 0;
    const auto component = strong_components(graph, count);

    // The vertex with most arcs is likely to be near the middle.
    std::vector<std::size_t> root(count, kNoRoot);
    const auto degree = [&](std::size_t i) {
        const std::size_t out = graph.offsets()[i + 1] - graph.offsets()[i];
        return reverse ? out + reverse->offsets[i + 1] - reverse->offsets[i] : 2 * out;
    };
    std::vector<std::vector<std::size_t>> members(count);
    for (std::size_t i = 0; i < n; ++i) {
        members[component[i]].push_back(i);
        std::size_t& best = root[component[i]];
        if (best == kNoRoot || degree(i) > degree(best)) best = i;
    }
    std::vector<double> from(n, kInfinity), to(n, kInfinity), longest(count, 0);
    SearchedCosts result{0, 0};
    for (std::size_t c = 0; c < count; ++c) {
        double onwards = 0;  // the longest way after this component
        for (std::size_t i : members[c]) {
            arcs.for_each_arc(i, [&](std::size_t j, double w) {
                if (component[j] != c) onwards = std::max(onwards, w + longest[component[j]]);
            });
        }
        longest[c] = onwards;
        if (members[c].size() > 1) {
            const double away = eccentricity(arcs, component, members[c], root[c], from);
            const double back =
                reverse ? eccentricity(*reverse, component, members[c], root[c], to) : away;
            longest[c] += away + back;
            if (std::max(away, back) > result.met) {
                result.met = std::max(away, back);
                result.farthest = *std::ranges::max_element(
                    members[c], {}, [&](std::size_t i) { return (reverse ? to : from)[i]; });
            }
        }
        result.bound = std::max(result.bound, longest[c]);
    }
    return result;
}

/// A bound for dense graphs: lengths of some paths from and to vertex 0, improved row by row;
/// infinite if these paths do not reach every vertex.
double bound_by_rows(const Arcs& arcs) {
    const std::size_t n = arcs.graph.vertices();
    constexpr int kSweeps = 3;
    std::vector<double> from(n, kInfinity), to(n, kInfinity);
    from[0] = to[0] = 0;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t i = 0; i < n; ++i) {
            check_stop();
            const double reached = from[i];
            double nearest = to[i];
            arcs.for_each_arc(i, [&](std::size_t j, double w) {
                from[j] = std::min(from[j], reached + w);
                nearest = std::min(nearest, w + to[j]);
            });
            to[i] = nearest;
        }
        const double bound = *std::ranges::max_element(from) + *std::ranges::max_element(to);
        if (bound < kInfinity) return bound;
    }
    return kInfinity;
}

SearchedCosts by_searches(const Arcs& arcs) {
    return arcs.graph.dense() ? SearchedCosts{bound_by_rows(arcs)} : bound_by_components(arcs);
}

}  // namespace

DistanceBound quick_distance_bound(const Graph& graph) {
    const std::size_t n = graph.vertices();
    const double largest = graph.max_cost(), shift = graph.potentials_spread();
    const std::string by_potentials =
        graph.potentials() ? fmt::format(", potentials of up to {:.10g} included", shift) : "";
    if (graph.arcs() == n * (n - 1)) {
        return {largest + shift, fmt::format("every pair has an arc, of weight {:.10g} at most{}",
                                             largest, by_potentials)};
    }
    const std::size_t arcs = std::max<std::size_t>(n, 2) - 1;
    const double value = largest * static_cast<double>(arcs) + shift;
    return {value, fmt::format("{} arcs of weight {:.10g} add up to {:.10g}{}", arcs, largest,
                               value, by_potentials)};
}

const SearchedCosts& DistanceBounds::searched() {
    if (!searched_) searched_ = by_searches({graph_});
    return *searched_;
}

DistanceBound DistanceBounds::get(double enough) {
    DistanceBound quick = quick_distance_bound(graph_);
    if (quick.value <= enough) return quick;
    if (cutoff_ < quick.value) return {cutoff_, fmt::format("the cutoff is {:.10g}", cutoff_)};
    const double value = searched().bound + graph_.potentials_spread();
    if (!(value < quick.value)) return quick;
    return {value, fmt::format("no distance exceeds {:.10g}, by shortest paths from and to one "
                               "vertex of each component",
                               value)};
}

double DistanceBounds::some_cost(double enough) {
    const double met = searched().met;
    if (met > enough) return met;
    std::vector<double> d(graph_.vertices(), kInfinity);
    search(Arcs{graph_}, searched().farthest, d, [](std::size_t) { return true; });
    for (const double cost : d) {
        if (cost < kInfinity) searched_->met = std::max(searched_->met, cost);
    }
    return searched_->met;
}

double product_bits(const Graph& graph, double enough) {
    const std::size_t n = graph.vertices();
    if (graph.smallest_magnitude() == 0) return 0;
    if (graph.smallest_magnitude() < std::numeric_limits<double>::min()) return kInfinity;
    const bool complete = graph.min_weight() > 0 && graph.arcs() == n * (n - 1);
    const double quick =
        bits_of(graph.smallest_magnitude()) * (complete ? 1 : static_cast<double>(n - 1));
    return quick <= enough ? quick : std::min(quick, by_searches({graph, true}).bound);
}

}  // namespace apsp

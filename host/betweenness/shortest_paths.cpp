// See shortest_paths.hpp.
#include "apsp/shortest_paths.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "apsp/errors.hpp"
#include "base/parallel_for.hpp"
#include "betweenness/counted_search.hpp"

namespace apsp {
namespace {

constexpr double kAnyCost = std::numeric_limits<double>::infinity();

void check_vertex(const Graph& graph, std::size_t v) {
    if (v < graph.vertices()) return;
    throw Error(ErrorKind::usage, fmt::format("{}: there is no vertex {} among {}", graph.origin(),
                                              v, graph.vertices()));
}

}  // namespace

/// The path is the one that was returned last.
struct ShortestPaths::State {
    std::size_t source, target;
    double distance = kAnyCost, count = 0;
    std::vector<std::vector<std::size_t>> next;  ///< Where shortest paths lead from each vertex.
    std::vector<std::size_t> path;
    std::vector<std::size_t> taken;  ///< Which of these follows each vertex of the path.
    bool begun = false;

    /// Goes on from the path's last vertex to the target.
    void complete() {
        while (path.back() != target) {
            taken.push_back(0);
            path.push_back(next[path.back()].front());
        }
    }
};

ShortestPaths::ShortestPaths(const Graph& graph, std::size_t source, std::size_t target)
    : state_(std::make_unique<State>()) {
    check_vertex(graph, source);
    check_vertex(graph, target);
    state_->source = source;
    state_->target = target;
    const CostArcs costs(graph);
    const NumberedArcs arcs(graph, costs, false);
    const std::vector<std::uint32_t>& number = arcs.number;
    const std::size_t n = number.size();
    CountedSearch search(arcs, kAnyCost);
    search.search(number[source]);
    const CountedSearch::Label found = search[number[target]];
    if (found.count == 0) return;
    state_->count = found.count;
    state_->distance = found.distance;
    if (!costs.potential.empty()) {
        state_->distance += costs.potential[target] - costs.potential[source];
    }

    // From the farthest vertex on: only those that lead to the target are gone to.
    state_->next.resize(n);
    const std::vector<std::uint32_t>& reached = search.reached();
    for (auto u = reached.rbegin(); u != reached.rend(); ++u) {
        const std::size_t v = arcs.vertex[*u];
        if (v == target) continue;
        std::vector<std::size_t>& next = state_->next[v];
        search.for_each_tight(*u, [&](std::size_t a) {
            const std::size_t to = arcs.vertex[arcs.target[a]];
            if (to == target || !state_->next[to].empty()) next.push_back(to);
        });
        std::ranges::sort(next);
    }
}

ShortestPaths::ShortestPaths(ShortestPaths&&) noexcept = default;
ShortestPaths::~ShortestPaths() = default;

double ShortestPaths::distance() const noexcept {
    return state_->distance;
}

double ShortestPaths::count() const noexcept {
    return state_->count;
}

std::vector<std::size_t> ShortestPaths::next() {
    State& s = *state_;
    if (s.count == 0) return {};
    if (!s.begun) {
        s.begun = true;
        s.path = {s.source};
        s.complete();
        return s.path;
    }
    while (!s.taken.empty()) {
        s.path.pop_back();
        const std::vector<std::size_t>& next = s.next[s.path.back()];
        if (++s.taken.back() < next.size()) {
            s.path.push_back(next[s.taken.back()]);
            s.complete();
            return s.path;
        }
        s.taken.pop_back();
    }
    return {};
}

void count_shortest_paths(const Graph& graph, std::span<const std::size_t> sources,
                          const PathCounts& take) {
    constexpr std::size_t kRows = 64;  // that are counted before they are taken
    constexpr double kNanosecondsPerArc = 40;
    for (const std::size_t source : sources) check_vertex(graph, source);
    const CostArcs costs(graph);
    const NumberedArcs arcs(graph, costs, false);
    const std::vector<std::uint32_t>& number = arcs.number;
    const std::size_t n = number.size();
    std::vector<double> rows(std::min(kRows, sources.size()) * n);
    for (std::size_t first = 0; first < sources.size(); first += kRows) {
        const std::size_t count = std::min(kRows, sources.size() - first);
        parallel_with(
            {0, count}, kNanosecondsPerArc * static_cast<double>(arcs.target.size() + n),
            [&](std::size_t) { return CountedSearch(arcs, kAnyCost); },
            [&](CountedSearch& search, std::size_t k) {
                double* const row = rows.data() + k * n;
                std::fill_n(row, n, 0.0);
                search.search(number[sources[first + k]]);
                for (const std::uint32_t u : search.reached())
                    row[arcs.vertex[u]] = search[u].count;
                search.forget();
            });
        for (std::size_t k = 0; k < count; ++k) take(sources[first + k], {rows.data() + k * n, n});
    }
}

}  // namespace apsp

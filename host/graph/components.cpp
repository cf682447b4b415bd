// See components.hpp. Tarjan's algorithm without recursion.
#include "graph/components.hpp"

#include <algorithm>
#include <span>

#include "base/stop.hpp"

namespace apsp {
namespace {

constexpr std::size_t kUnseen = static_cast<std::size_t>(-1);

/// The arcs' targets in compressed rows: the graph's own, or those of its matrix.
struct ArcTargets {
    explicit ArcTargets(const Graph& graph) {
        if (!graph.dense()) {
            offsets = graph.offsets();
            targets = graph.targets();
            return;
        }
        own_offsets.push_back(0);
        for (std::size_t i = 0; i < graph.vertices(); ++i) {
            graph.for_each_arc(i, [&](std::size_t j, double) {
                own_targets.push_back(static_cast<std::uint32_t>(j));
            });
            own_offsets.push_back(own_targets.size());
        }
        offsets = own_offsets;
        targets = own_targets;
    }

    std::vector<std::size_t> own_offsets;
    std::vector<std::uint32_t> own_targets;
    std::span<const std::size_t> offsets;
    std::span<const std::uint32_t> targets;
};

}  // namespace

std::vector<std::size_t> strong_components(const Graph& graph, std::size_t& count) {
    const std::size_t n = graph.vertices();
    const ArcTargets arcs(graph);
    const auto offsets = arcs.offsets;
    const auto targets = arcs.targets;
    std::vector<std::size_t> component(n, kUnseen), order(n, kUnseen), low(n), next(n);
    std::vector<std::size_t> path, stack;
    std::size_t visited = 0;
    count = 0;
    for (std::size_t start = 0; start < n; ++start) {
        check_stop();
        if (order[start] != kUnseen) continue;
        path.push_back(start);
        while (!path.empty()) {
            const std::size_t i = path.back();
            if (order[i] == kUnseen) {
                order[i] = low[i] = visited++;
                next[i] = offsets[i];
                stack.push_back(i);
            }
            if (next[i] < offsets[i + 1]) {
                const std::size_t j = targets[next[i]++];
                if (order[j] == kUnseen) {
                    path.push_back(j);
                } else if (component[j] == kUnseen) {
                    low[i] = std::min(low[i], order[j]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[i]);
            if (low[i] != order[i]) continue;
            for (std::size_t j = kUnseen; j != i;) {
                j = stack.back();
                stack.pop_back();
                component[j] = count;
            }
            ++count;
        }
    }
    return component;
}

std::vector<std::uint32_t> strong_component_roots(const Graph& graph) {
    std::size_t count = 0;
    const auto component = strong_components(graph, count);
    std::vector<std::uint32_t> smallest(count, static_cast<std::uint32_t>(-1));
    std::vector<std::uint32_t> roots(component.size());
    for (std::size_t v = 0; v < component.size(); ++v) {
        std::uint32_t& root = smallest[component[v]];
        root = std::min(root, static_cast<std::uint32_t>(v));
        roots[v] = root;
    }
    return roots;
}

}  // namespace apsp

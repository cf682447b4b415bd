// See predecessors.hpp.
#include "near/predecessors.hpp"

#include <algorithm>

#include "near/pair_groups.hpp"
#include "near/path_search.hpp"

namespace apsp {

std::vector<std::int32_t> predecessors_of(const Graph& graph, Dtype dtype,
                                          std::span<const VertexPair> pairs, bool of_targets) {
    const PairGroups groups(pairs, of_targets);
    std::vector<std::int32_t> found(pairs.size());
    PathSearches(graph, dtype, of_targets, groups.vertices().size())
        .for_each(groups, [&](std::size_t k, std::uint32_t other, const PathSearch& search) {
            found[k] = search.predecessor(other);
        });
    return found;
}

void find_predecessors(const Graph& graph, NearRows& near) {
    const NearOptions& options = near.options();
    NearRows::Arena arena(near);
    std::vector<std::int32_t*> to(near.size());
    for (std::size_t row = 0; row < near.size(); ++row) to[row] = arena.take_predecessors(row);
    if (graph.min_weight() >= 0 && options.among && options.among->size() < near.size()) {
        const auto found =
            predecessors_of(graph, near.dtype(), near.answer().pairs(options.sources), true);
        for (std::size_t row = 0, first = 0; row < near.size(); ++row) {
            const std::size_t count = near.answer().rows[row].size;
            std::copy_n(found.begin() + static_cast<std::ptrdiff_t>(first), count, to[row]);
            first += count;
        }
        return;
    }
    PathSearches(graph, near.dtype(), false, near.size())
        .for_each(
            near.size(),
            [&](std::size_t row) { return static_cast<std::uint32_t>(near.source(row)); },
            [&](std::size_t row, std::vector<std::uint32_t>& others) {
                const auto targets = near.answer().targets(row);
                others.assign(targets.begin(), targets.end());
            },
            [&](std::size_t row, std::span<const std::uint32_t> others, const PathSearch& search) {
                std::ranges::transform(others, to[row], [&](std::uint32_t target) {
                    return search.predecessor(target);
                });
            });
}

void find_predecessors(const Graph& graph, std::span<const std::uint32_t> sources,
                       std::span<const std::uint32_t> targets, DistanceTable& table) {
    table.predecessors.assign(table.rows * table.columns, kNoPredecessor);
    const bool of_targets = graph.min_weight() >= 0 && targets.size() < sources.size();
    const auto& [vertices, ends] =
        of_targets ? std::pair(targets, sources) : std::pair(sources, targets);
    const auto has_path = [&](std::size_t group, std::size_t k) {
        const auto [i, j] = of_targets ? std::pair(k, group) : std::pair(group, k);
        return visit(table.dtype, [&](auto zero) {
            using T = decltype(zero);
            return table.row<T>(i)[j] != infinity<T>();
        });
    };
    PathSearches(graph, table.dtype, of_targets, vertices.size())
        .for_each(
            vertices.size(), [&](std::size_t group) { return vertices[group]; },
            [&](std::size_t group, std::vector<std::uint32_t>& others) {
                for (std::size_t k = 0; k < ends.size(); ++k) {
                    if (has_path(group, k)) others.push_back(ends[k]);
                }
            },
            [&](std::size_t group, std::span<const std::uint32_t>, const PathSearch& search) {
                const std::size_t step = of_targets ? table.columns : 1;
                std::int32_t* to =
                    table.predecessors.data() + group * (of_targets ? 1 : table.columns);
                for (std::size_t k = 0; k < ends.size(); ++k, to += step) {
                    if (has_path(group, k)) *to = search.predecessor(ends[k]);
                }
            });
}

}  // namespace apsp

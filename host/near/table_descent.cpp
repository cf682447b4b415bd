// See table_descent.hpp.
#include "near/table_descent.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/upper_tree.hpp"
#include "backends/processor.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "graph/padding.hpp"
#include "graph/row_flow.hpp"

namespace apsp {
namespace {

/// Where each target's rank has its entry of a row; targets that repeat share one.
SweepColumns columns_of(const UpperTree& upper, std::span<const std::uint32_t> targets) {
    SweepColumns columns;
    columns.of.assign(upper.tree.size(), kNoRank);
    for (const std::uint32_t target : targets) {
        std::uint32_t& column = columns.of[upper.rank_of[target]];
        if (column == kNoRank) column = static_cast<std::uint32_t>(columns.count++);
    }
    std::ranges::replace(columns.of, kNoRank, static_cast<std::uint32_t>(padded(columns.count)));
    return columns;
}

template <class T>
void descend(const Graph& graph, const EliminationTree& tree,
             std::span<const std::uint32_t> sources, std::span<const std::uint32_t> targets,
             const std::function<void(double)>& progress, DistanceTable& table) {
    constexpr std::size_t kAtOnce = std::size_t{64} << 20;  // bytes of rows
    std::vector<std::uint32_t> both(sources.begin(), sources.end());
    both.insert(both.end(), targets.begin(), targets.end());
    const UpperTree upper(tree, both);
    const SweepColumns columns = columns_of(upper, targets);
    std::vector<std::uint32_t> column;  // of each target
    for (const std::uint32_t v : targets) column.push_back(columns.of[upper.rank_of[v]]);
    const std::size_t ld = padded(columns.count);
    const auto maker = make_cpu_sweep<T>(
        EngineOptions(), upper.tree,
        upper.of(eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric())), columns);

    // Neighbours in the tree share most of their ways up.
    std::vector<std::uint32_t> order(sources.size()), ranks;
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return upper.rank_of[sources[i]]; });
    const std::size_t most = std::max(maker->batch(), kAtOnce / (ld * sizeof(T)));
    const HostMemory rows = allocate_host(std::min(most, order.size()) * ld * sizeof(T));
    const T* const made = static_cast<const T*>(rows.get());
    for (std::size_t first = 0; first < order.size(); first += most) {
        const auto some = std::span(order).subspan(first, std::min(most, order.size() - first));
        ranks.clear();
        for (const std::uint32_t i : some) ranks.push_back(upper.rank_of[sources[i]]);
        maker->make(ranks, rows.get());
        parallel_for({0, some.size()}, static_cast<double>(column.size()), [&](std::size_t k) {
            const std::span<T> to = table.row<T>(some[k]);
            for (std::size_t j = 0; j < column.size(); ++j) to[j] = made[k * ld + column[j]];
        });
        tell(progress,
             static_cast<double>(first + some.size()) / static_cast<double>(order.size()));
    }
}

}  // namespace

void descend_table(const Graph& graph, const EliminationTree& tree,
                   std::span<const std::uint32_t> sources, std::span<const std::uint32_t> targets,
                   const std::function<void(double)>& progress, DistanceTable& table) {
    visit(table.dtype, [&](auto zero) {
        descend<decltype(zero)>(graph, tree, sources, targets, progress, table);
    });
}

}  // namespace apsp

// See sweeps.hpp.
#include "algorithms/sweeps.hpp"

#include <numeric>

#include "graph/padding.hpp"

namespace apsp {

ClimbTables::ClimbTables(const EliminationTree& tree)
    : first(tree.first.begin(), tree.first.end()),
      below(tree.core, 1),
      core(tree.vertex.begin() + static_cast<std::ptrdiff_t>(tree.core), tree.vertex.end()),
      heights(tree.height - tree.core_size()),
      core_row(padded(heights)) {
    const auto above_core = [&](std::uint32_t rank) {
        return tree.depth[rank] - static_cast<std::uint32_t>(tree.core_size());
    };
    for (std::uint32_t x = 0; x < tree.core; ++x) {
        parent.push_back(tree.parent(x));
        height.push_back(above_core(x));
        if (parent[x] != kNoRank) below[parent[x]] += below[x];
    }
    row.reserve(tree.later.size());
    for (const std::uint32_t rank : tree.later) {
        row.push_back(rank < tree.core ? above_core(rank)
                                       : static_cast<std::uint32_t>(core_row + rank - tree.core));
    }
}

Targets::Targets(const EliminationTree& tree, std::span<const std::uint32_t> vertices)
    : ranks(vertices.size()), places(vertices.size()) {
    // A counting sort: there may be as many vertices as ranks.
    std::vector<std::uint32_t> next(tree.size() + 1, 0);
    for (const std::uint32_t vertex : vertices) ++next[tree.rank[vertex] + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const std::uint32_t rank = tree.rank[vertices[i]];
        places[i] = next[rank]++;
        ranks[places[i]] = rank;
    }
}

}  // namespace apsp

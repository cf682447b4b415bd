// See upper_tree.hpp.
#include "algorithms/upper_tree.hpp"

#include <algorithm>
#include <numeric>

#include "base/all_dtypes.hpp"

namespace apsp {
namespace {

/// Whether each rank is in the part.
std::vector<char> marked(const EliminationTree& whole, std::span<const std::uint32_t> vertices) {
    std::vector<char> in(whole.size());
    std::fill(in.begin() + static_cast<std::ptrdiff_t>(whole.core), in.end(), 1);
    for (const std::uint32_t vertex : vertices) {
        std::uint32_t x = whole.rank[vertex];
        while (x != kNoRank && in[x] == 0) {
            in[x] = 1;
            x = whole.parent(x);
        }
    }
    return in;
}

}  // namespace

UpperTree::UpperTree(const EliminationTree& whole, std::span<const std::uint32_t> vertices)
    : rank_of(whole.size(), kNoRank) {
    const std::vector<char> in = marked(whole, vertices);
    std::vector<std::uint32_t> place(whole.size());  // of each rank
    tree.first.push_back(0);
    for (std::size_t x = 0; x < whole.size(); ++x) {
        if (x == whole.core) tree.core = tree.depth.size();
        if (in[x] == 0) continue;
        place[x] = static_cast<std::uint32_t>(tree.depth.size());
        rank_of[whole.vertex[x]] = place[x];
        tree.depth.push_back(whole.depth[x]);
        tree.height = std::max<std::size_t>(tree.height, whole.depth[x] + 1);
        if (x >= whole.core) continue;
        from.push_back(whole.first[x]);
        tree.first.push_back(tree.first.back() + whole.first[x + 1] - whole.first[x]);
    }
    if (whole.core == whole.size()) tree.core = tree.depth.size();
    tree.later.reserve(tree.first.back());
    for (std::size_t x = 0; x < tree.core; ++x) {
        const auto* const list = whole.later.data() + from[x];
        std::transform(list, list + (tree.first[x + 1] - tree.first[x]),
                       std::back_inserter(tree.later),
                       [&](std::uint32_t rank) { return place[rank]; });
    }
    tree.vertex.resize(tree.depth.size());
    std::iota(tree.vertex.begin(), tree.vertex.end(), 0);
    tree.rank = tree.vertex;
}

template <class T>
EliminatedArcs<T> UpperTree::of(EliminatedArcs<T> arcs) const {
    const auto part = [&](const std::vector<T>& all) {
        std::vector<T> some;
        if (all.empty()) return some;
        some.reserve(tree.later.size());
        for (std::size_t x = 0; x < tree.core; ++x) {
            const auto* const list = all.data() + from[x];
            some.insert(some.end(), list, list + (tree.first[x + 1] - tree.first[x]));
        }
        return some;
    };
    return {part(arcs.to), part(arcs.from), std::move(arcs.core)};
}

#define APSP_UPPER_TREE(T) template EliminatedArcs<T> UpperTree::of(EliminatedArcs<T>) const;
APSP_FOR_DTYPES(APSP_UPPER_TREE)

}  // namespace apsp

// See elimination_tree.hpp.
#include "algorithms/elimination_tree.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "graph/order.hpp"

namespace apsp {
namespace {

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> numbers(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        numbers[order[k]] = static_cast<std::uint32_t>(k);
    }
    return numbers;
}

/// The graph with other numbers for its vertices: `vertex` has the old number of each new one,
/// `number` the new one of each old one.
Neighbours renumbered(const Neighbours& from, const std::vector<std::uint32_t>& vertex,
                      const std::vector<std::uint32_t>& number) {
    Neighbours to;
    to.first.reserve(vertex.size() + 1);
    to.first.push_back(0);
    for (const std::uint32_t v : vertex) to.first.push_back(to.first.back() + from.degree(v));
    to.ends.resize(from.ends.size());
    parallel_for({0, vertex.size()}, 20, [&](std::size_t k) {
        std::size_t at = to.first[k];
        from.for_each(vertex[k], [&](std::uint32_t end) { to.ends[at++] = number[end]; });
    });
    return to;
}

/// Parents in the elimination tree if vertices go in the order of `vertex`, by their places there:
/// Liu's algorithm, with compressed paths.
std::vector<std::uint32_t> parents_of(const Neighbours& graph,
                                      const std::vector<std::uint32_t>& vertex,
                                      const std::vector<std::uint32_t>& number) {
    const std::size_t n = graph.vertices();
    std::vector<std::uint32_t> parent(n, kNoRank), ancestor(n, kNoRank);
    for (std::uint32_t x = 0; x < n; ++x) {
        graph.for_each(vertex[x], [&](std::uint32_t end) {
            std::uint32_t y = number[end];
            if (y > x) return;
            while (y != kNoRank && y != x) {
                const std::uint32_t above = std::exchange(ancestor[y], x);
                if (above == kNoRank) parent[y] = x;
                y = above;
            }
        });
    }
    return parent;
}

/// Orders a forest so that each vertex comes right after all vertices below it.
std::vector<std::uint32_t> postorder(const std::vector<std::uint32_t>& parent) {
    const std::size_t n = parent.size();
    std::vector<std::uint32_t> child(n, kNoRank), sibling(n, kNoRank), stack, order;
    order.reserve(n);
    for (std::size_t k = n; k-- > 0;) {
        const auto x = static_cast<std::uint32_t>(k);
        if (parent[k] == kNoRank) continue;
        sibling[k] = std::exchange(child[parent[k]], x);
    }
    for (std::uint32_t root = 0; root < n; ++root) {
        if (parent[root] != kNoRank) continue;
        stack.push_back(root);
        while (!stack.empty()) {
            const std::uint32_t x = stack.back();
            if (child[x] != kNoRank) {
                stack.push_back(std::exchange(child[x], sibling[child[x]]));
            } else {
                order.push_back(x);
                stack.pop_back();
            }
        }
    }
    return order;
}

/// Lengths of the lists: x is in those of its smaller neighbours, and of all vertices on the tree's
/// paths from these to x.
std::vector<std::uint32_t> lengths(const Neighbours& graph,
                                   const std::vector<std::uint32_t>& parent) {
    const std::size_t n = parent.size();
    std::vector<std::uint32_t> length(n, 0), seen(n, kNoRank);
    for (std::uint32_t x = 0; x < n; ++x) {
        check_stop();
        seen[x] = x;
        graph.for_each(x, [&](std::uint32_t y) {
            if (y > x) return;
            for (; std::exchange(seen[y], x) != x; y = parent[y]) ++length[y];
        });
    }
    return length;
}

/// Fills the lists of the eliminated ranks, whose lengths are known: the ends of their arcs, and
/// the rest of their children's lists.
class Lists {
  public:
    /// `place` is that of each rank in the counts, `rank` the other way round.
    Lists(const EliminationCounts& counts, const std::vector<std::uint32_t>& place,
          const std::vector<std::uint32_t>& rank, EliminationTree& tree)
        : counts_(counts), place_(place), rank_(rank), tree_(tree) {
        children_.assign(tree.core, {kNoRank, kNoRank});
        for (std::size_t k = tree.core; k-- > 0;) {
            const auto x = static_cast<std::uint32_t>(k);
            const std::uint32_t parent = parent_of(x);
            if (parent < tree.core) {
                children_[x].next = std::exchange(children_[parent].first, x);
            }
        }
    }
    /// Of any rank; kNoRank for a root.
    std::uint32_t parent_of(std::uint32_t x) const {
        const std::uint32_t parent = counts_.parent[place_[x]];
        return parent == kNoRank ? kNoRank : rank_[parent];
    }

    /// After those of the children. The buffers are kept from call to call.
    void fill(std::uint32_t x, std::vector<std::uint32_t>& list,
              std::vector<std::uint32_t>& other) const {
        list.clear();
        counts_.graph.for_each(place_[x], [&](std::uint32_t end) {
            if (rank_[end] > x) list.push_back(rank_[end]);
        });
        std::ranges::sort(list);
        for (std::uint32_t c = children_[x].first; c != kNoRank; c = children_[c].next) {
            other.clear();
            std::set_union(list.begin(), list.end(), at(tree_.first[c] + 1), at(tree_.first[c + 1]),
                           std::back_inserter(other));
            list.swap(other);
        }
        std::ranges::copy(list, at(tree_.first[x]));
    }

  private:
    struct Children {
        std::uint32_t first, next;  ///< The first child, and the next one of its parent's.
    };
    std::vector<std::uint32_t>::iterator at(std::size_t entry) const {
        return tree_.later.begin() + static_cast<std::ptrdiff_t>(entry);
    }

    const EliminationCounts& counts_;
    const std::vector<std::uint32_t>&place_, &rank_;
    EliminationTree& tree_;
    std::vector<Children> children_;
};

/// Subtrees with about a 64th of all entries each, or less.
std::vector<Range> cut(const EliminationTree& tree, const std::vector<std::uint32_t>& below) {
    constexpr std::size_t kPieces = 64;
    const std::size_t most = (tree.first[tree.core] + tree.core) / kPieces + 1;
    std::vector<Range> subtrees;
    for (std::size_t x = tree.core; x > 0; --x) {
        const Range subtree = {x - below[x - 1], x};
        if (tree.first[x] - tree.first[subtree.first] + subtree.size() > most) continue;
        subtrees.push_back(subtree);
        x = subtree.first + 1;
    }
    std::ranges::reverse(subtrees);
    return subtrees;
}

}  // namespace

EliminationCounts count_elimination(const Neighbours& graph,
                                    const std::vector<std::uint32_t>& order) {
    EliminationCounts counts;
    const std::size_t n = order.size();
    std::vector<std::uint32_t> number = inverse(order);
    const std::vector<std::uint32_t> parent = parents_of(graph, order, number);
    const std::vector<std::uint32_t> places = postorder(parent), place_of = inverse(places);
    counts.vertex.resize(n);
    counts.parent.resize(n);
    for (std::size_t x = 0; x < n; ++x) {
        counts.vertex[x] = order[places[x]];
        const std::uint32_t above = parent[places[x]];
        counts.parent[x] = above == kNoRank ? kNoRank : place_of[above];
        number[counts.vertex[x]] = static_cast<std::uint32_t>(x);
    }
    counts.graph = renumbered(graph, counts.vertex, number);
    counts.length = lengths(counts.graph, counts.parent);
    counts.longest = counts.length;
    counts.below.assign(n, 1);
    for (std::size_t x = 0; x < n; ++x) {
        const std::uint32_t above = counts.parent[x];
        if (above == kNoRank) continue;
        counts.below[above] += counts.below[x];
        counts.longest[above] = std::max(counts.longest[above], counts.longest[x]);
    }
    return counts;
}

EliminationCounts count_by_degree(const Graph& graph) {
    const Neighbours neighbours(graph);
    return count_elimination(neighbours, minimum_degree_order(neighbours));
}

double EliminationWork::relaxations(std::size_t n) const {
    const auto all = static_cast<double>(n), dense = static_cast<double>(core);
    return eliminate + dense * dense * dense + all * (dense * dense + down) + up;
}

EliminationChoice choose_core(const EliminationCounts& counts,
                              const std::function<double(const EliminationWork&)>& cost) {
    const std::size_t n = counts.vertex.size();
    // In ascending order of the longest list, by counting.
    std::vector<std::size_t> next(n + 1, 0);
    for (const std::uint32_t longest : counts.longest) ++next[longest + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> by_longest(n);
    for (std::uint32_t x = 0; x < n; ++x) by_longest[next[counts.longest[x]]++] = x;
    EliminationWork work = {.core = n};
    EliminationChoice best;
    for (std::size_t k = 0; true; work.longest = counts.longest[by_longest[k]]) {
        for (; k < n && counts.longest[by_longest[k]] == work.longest; ++k) {
            const std::uint32_t x = by_longest[k];
            const auto length = static_cast<double>(counts.length[x]);
            --work.core;
            work.eliminate += length * (length - 1);
            work.up += length * static_cast<double>(counts.below[x]);
            work.down += length;
        }
        const double expected = cost(work);
        if (work.longest == 0 || expected < best.cost) best = {work, expected};
        if (k == n) return best;
    }
}

EliminationTree make_elimination_tree(const EliminationCounts& counts, std::uint32_t longest) {
    EliminationTree tree;
    const std::size_t n = counts.vertex.size();
    std::vector<std::uint32_t> place, below;
    place.reserve(n);
    for (const bool in_core : {false, true}) {
        if (in_core) tree.core = place.size();
        for (std::uint32_t x = 0; x < n; ++x) {
            if ((counts.longest[x] > longest) == in_core) place.push_back(x);
        }
    }
    const std::vector<std::uint32_t> rank = inverse(place);
    tree.vertex.resize(n);
    tree.rank.resize(n);
    for (std::size_t x = 0; x < n; ++x) {
        tree.vertex[x] = counts.vertex[place[x]];
        tree.rank[tree.vertex[x]] = static_cast<std::uint32_t>(x);
    }
    tree.first.assign(1, 0);
    for (std::size_t x = 0; x < tree.core; ++x) {
        tree.first.push_back(tree.first.back() + counts.length[place[x]]);
        below.push_back(counts.below[place[x]]);
    }
    tree.later.resize(tree.first.back());
    tree.subtrees = cut(tree, below);
    const Lists lists(counts, place, rank, tree);
    using Buffers = std::array<std::vector<std::uint32_t>, 2>;
    const auto fill = [&](Buffers& buffers, Range ranks) {
        for (std::size_t x = ranks.first; x < ranks.last; ++x) {
            lists.fill(static_cast<std::uint32_t>(x), buffers[0], buffers[1]);
        }
    };
    constexpr double kEntry = 10;  // nanoseconds
    const std::size_t pieces = std::max<std::size_t>(tree.subtrees.size(), 1);
    parallel_with(
        {0, tree.subtrees.size()},
        kEntry * static_cast<double>(tree.later.size() + tree.core) / static_cast<double>(pieces),
        [](std::size_t) { return Buffers(); },
        [&](Buffers& buffers, std::size_t k) { fill(buffers, tree.subtrees[k]); });
    Buffers buffers;
    tree.for_each_above([&](std::size_t x) {
        check_stop();
        fill(buffers, {x, x + 1});
    });
    tree.depth.resize(n);
    tree.height = tree.core_size();
    for (std::size_t x = n; x-- > 0;) {
        if (x >= tree.core) {
            tree.depth[x] = static_cast<std::uint32_t>(x - tree.core);
            continue;
        }
        const std::uint32_t parent = tree.parent(x);
        tree.depth[x] = parent == kNoRank ? static_cast<std::uint32_t>(tree.core_size())
                                          : tree.depth[parent] + 1;
        tree.height = std::max<std::size_t>(tree.height, tree.depth[x] + 1);
    }
    return tree;
}

}  // namespace apsp

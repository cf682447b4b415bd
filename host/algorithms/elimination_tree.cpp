// See elimination_tree.hpp.
#include "algorithms/elimination_tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/stop.hpp"
#include "graph/neighbours.hpp"

namespace apsp {
namespace {

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> numbers(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        numbers[order[k]] = static_cast<std::uint32_t>(k);
    }
    return numbers;
}

/// Neighbours in terms of the vertices' numbers.
struct Numbered {
    const Neighbours& neighbours;
    const std::vector<std::uint32_t>& vertex;  ///< Of each number.
    const std::vector<std::uint32_t>& number;  ///< Of each vertex.

    std::size_t vertices() const { return vertex.size(); }
    template <class F>
    void for_each_smaller(std::uint32_t x, F&& f) const {
        neighbours.for_each(vertex[x], [&](std::uint32_t end) {
            if (number[end] < x) f(number[end]);
        });
    }
    template <class F>
    void for_each_larger(std::uint32_t x, F&& f) const {
        neighbours.for_each(vertex[x], [&](std::uint32_t end) {
            if (number[end] > x) f(number[end]);
        });
    }
};

/// Parents in the elimination tree of the numbers: Liu's algorithm, with compressed paths.
std::vector<std::uint32_t> parents_of(const Numbered& graph) {
    const std::size_t n = graph.vertices();
    std::vector<std::uint32_t> parent(n, kNoRank), ancestor(n, kNoRank);
    for (std::uint32_t x = 0; x < n; ++x) {
        graph.for_each_smaller(x, [&](std::uint32_t y) {
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
std::vector<std::uint32_t> lengths(const Numbered& graph,
                                   const std::vector<std::uint32_t>& parent) {
    const std::size_t n = parent.size();
    std::vector<std::uint32_t> length(n, 0), seen(n, kNoRank);
    for (std::uint32_t x = 0; x < n; ++x) {
        check_stop();
        seen[x] = x;
        graph.for_each_smaller(x, [&](std::uint32_t y) {
            for (; std::exchange(seen[y], x) != x; y = parent[y]) ++length[y];
        });
    }
    return length;
}

/// Fills the lists of the eliminated vertices: the ends of their arcs, and the rest of their
/// children's lists.
void fill_lists(const Numbered& graph, EliminationTree& tree) {
    const std::size_t n = tree.size();
    std::vector<std::uint32_t> seen(n, kNoRank);
    std::vector<std::uint32_t> first_child(n, kNoRank), next_child(n, kNoRank);
    tree.first.assign(1, 0);
    for (std::uint32_t x = 0; x < tree.core; ++x) {
        check_stop();
        const std::size_t begin = tree.later.size();
        seen[x] = x;
        const auto add = [&](std::uint32_t y) {
            if (std::exchange(seen[y], x) != x) tree.later.push_back(y);
        };
        graph.for_each_larger(x, add);
        for (std::uint32_t c = first_child[x]; c != kNoRank; c = next_child[c]) {
            for (std::size_t a = tree.first[c]; a < tree.first[c + 1]; ++a) add(tree.later[a]);
        }
        std::sort(tree.later.begin() + static_cast<std::ptrdiff_t>(begin), tree.later.end());
        tree.first.push_back(tree.later.size());
        if (tree.later.size() == begin) continue;
        next_child[x] = std::exchange(first_child[tree.later[begin]], x);
    }
}

}  // namespace

EliminationCounts count_elimination(const Graph& graph, const std::vector<std::uint32_t>& order) {
    EliminationCounts counts;
    const std::size_t n = order.size();
    const Neighbours neighbours(graph);
    std::vector<std::uint32_t> number = inverse(order);
    for (const std::uint32_t place : postorder(parents_of({neighbours, order, number}))) {
        counts.vertex.push_back(order[place]);
    }
    number = inverse(counts.vertex);
    const Numbered by_place{neighbours, counts.vertex, number};
    counts.parent = parents_of(by_place);
    counts.length = lengths(by_place, counts.parent);
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

double EliminationWork::relaxations(std::size_t n) const {
    const auto all = static_cast<double>(n), dense = static_cast<double>(core);
    return eliminate + dense * dense * dense + all * (dense * dense + down) + up;
}

EliminationChoice choose_core(const EliminationCounts& counts,
                              const std::function<double(const EliminationWork&)>& cost) {
    const std::size_t n = counts.vertex.size();
    std::vector<std::uint32_t> by_longest(n);
    std::iota(by_longest.begin(), by_longest.end(), 0);
    std::ranges::sort(by_longest, {}, [&](std::uint32_t x) { return counts.longest[x]; });
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

EliminationTree make_elimination_tree(const Graph& graph, const EliminationCounts& counts,
                                      std::uint32_t longest) {
    EliminationTree tree;
    const std::size_t n = counts.vertex.size();
    for (const bool in_core : {false, true}) {
        if (in_core) tree.core = tree.vertex.size();
        for (std::size_t x = 0; x < n; ++x) {
            if ((counts.longest[x] > longest) == in_core) tree.vertex.push_back(counts.vertex[x]);
        }
    }
    tree.rank = inverse(tree.vertex);
    fill_lists({Neighbours(graph), tree.vertex, tree.rank}, tree);
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

// See elimination.hpp.
#include "algorithms/elimination.hpp"

#include <algorithm>
#include <numeric>

#include "base/stop.hpp"
#include "graph/start.hpp"

namespace apsp {
namespace {

/// The other ends of arcs, by numbers of the vertices: of each those that are larger, or those that
/// are smaller; not sorted, and some more than once.
struct Neighbours {
    enum Which { larger, smaller };
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> ends;

    Neighbours(const Graph& graph, const std::vector<std::uint32_t>& number, Which which)
        : first(graph.vertices() + 1, 0) {
        const auto for_each = [&](auto&& f) {
            for (std::size_t i = 0; i < graph.vertices(); ++i) {
                graph.for_each_arc(i, [&](std::size_t j, double) {
                    const auto [low, high] = std::minmax(number[i], number[j]);
                    if (i != j) which == larger ? f(low, high) : f(high, low);
                });
            }
        };
        for_each([&](std::uint32_t of, std::uint32_t) { ++first[of + 1]; });
        std::partial_sum(first.begin(), first.end(), first.begin());
        ends.resize(first.back());
        std::vector<std::size_t> next(first.begin(), first.end() - 1);
        for_each([&](std::uint32_t of, std::uint32_t end) { ends[next[of]++] = end; });
    }
    std::size_t vertices() const { return first.size() - 1; }
};

std::vector<std::uint32_t> inverse(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> numbers(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        numbers[order[k]] = static_cast<std::uint32_t>(k);
    }
    return numbers;
}

/// Parents in the elimination tree of the numbers: Liu's algorithm, with compressed paths.
std::vector<std::uint32_t> parents_of(const Neighbours& smaller) {
    const std::size_t n = smaller.vertices();
    std::vector<std::uint32_t> parent(n, kNoRank), ancestor(n, kNoRank);
    for (std::uint32_t x = 0; x < n; ++x) {
        for (std::size_t a = smaller.first[x]; a < smaller.first[x + 1]; ++a) {
            for (std::uint32_t y = smaller.ends[a]; y != kNoRank && y != x;) {
                const std::uint32_t above = std::exchange(ancestor[y], x);
                if (above == kNoRank) parent[y] = x;
                y = above;
            }
        }
    }
    return parent;
}

/// Numbers of a forest so that each comes after all below it, those consecutive.
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

/// The lists: an arc's ends, and what the children leave.
void fill_lists(const Neighbours& larger, EliminationTree& tree) {
    const std::size_t n = larger.vertices();
    std::vector<std::uint32_t> seen(n, kNoRank);
    std::vector<std::uint32_t> first_child(n, kNoRank), next_child(n, kNoRank);
    tree.first.assign(1, 0);
    for (std::uint32_t x = 0; x < n; ++x) {
        check_stop();
        const std::size_t begin = tree.later.size();
        seen[x] = x;
        const auto add = [&](std::uint32_t y) {
            if (std::exchange(seen[y], x) != x) tree.later.push_back(y);
        };
        for (std::size_t a = larger.first[x]; a < larger.first[x + 1]; ++a) add(larger.ends[a]);
        for (std::uint32_t c = first_child[x]; c != kNoRank; c = next_child[c]) {
            for (std::size_t a = tree.first[c]; a < tree.first[c + 1]; ++a) add(tree.later[a]);
        }
        std::sort(tree.later.begin() + static_cast<std::ptrdiff_t>(begin), tree.later.end());
        tree.first.push_back(tree.later.size());
        const auto length = static_cast<double>(tree.later.size() - begin);
        tree.relaxations += length * (length - 1);
        if (tree.later.size() == begin) continue;
        next_child[x] = std::exchange(first_child[tree.later[begin]], x);
    }
}

}  // namespace

EliminationTree make_elimination_tree(const Graph& graph, const std::vector<std::uint32_t>& order) {
    EliminationTree tree;
    const std::size_t n = order.size();
    const auto below_first =
        postorder(parents_of(Neighbours(graph, inverse(order), Neighbours::smaller)));
    for (const std::uint32_t place : below_first) tree.vertex.push_back(order[place]);
    tree.rank = inverse(tree.vertex);
    fill_lists(Neighbours(graph, tree.rank, Neighbours::larger), tree);
    tree.depth.assign(n, 0);
    for (std::size_t x = n; x-- > 0;) {
        if (tree.parent(x) != kNoRank) tree.depth[x] = tree.depth[tree.parent(x)] + 1;
        tree.height = std::max<std::size_t>(tree.height, tree.depth[x] + 1);
    }
    return tree;
}

namespace {

template <class T, Semiring S>
void eliminate_all(const EliminationTree& tree, bool symmetric, EliminatedArcs<T>& arcs) {
    const auto better = [](T& best, T a, T b) { best = plus(S, best, times(S, a, b)); };
    for (std::size_t x = 0; x < tree.size(); ++x) {
        check_stop();
        const std::size_t last = tree.first[x + 1];
        if (symmetric) {
            std::copy(arcs.to.data() + tree.first[x], arcs.to.data() + last,
                      arcs.from.data() + tree.first[x]);
        }
        for (std::size_t a = tree.first[x]; a < last; ++a) {
            // What is later of x's list is in that of this neighbour, too, in the same order.
            std::size_t place = tree.first[tree.later[a]];
            for (std::size_t b = a + 1; b < last; ++b, ++place) {
                while (tree.later[place] != tree.later[b]) ++place;
                better(arcs.to[place], arcs.from[a], arcs.to[b]);
                if (!symmetric) better(arcs.from[place], arcs.from[b], arcs.to[a]);
            }
        }
    }
}

}  // namespace

template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric) {
    EliminatedArcs<T> arcs;
    arcs.to.assign(tree.later.size(), zero<T>(semiring));
    arcs.from = arcs.to;
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        for_each_start<T>(graph, i, semiring, [&](std::size_t j, T w) {
            if (i == j) return;
            const std::uint32_t low = std::min(tree.rank[i], tree.rank[j]);
            const std::uint32_t high = std::max(tree.rank[i], tree.rank[j]);
            const auto begin = tree.later.begin();
            const auto place =
                std::lower_bound(begin + static_cast<std::ptrdiff_t>(tree.first[low]),
                                 begin + static_cast<std::ptrdiff_t>(tree.first[low + 1]), high);
            (low == tree.rank[i] ? arcs.to : arcs.from)[static_cast<std::size_t>(place - begin)] =
                w;
        });
    }
    visit(semiring, [&](auto s) {
        if constexpr (defined_in(s, kDtypeOf<T>)) eliminate_all<T, s>(tree, symmetric, arcs);
    });
    return arcs;
}

template <class T>
WaysUp<T>::WaysUp(const EliminationTree& tree, const EliminatedArcs<T>& arcs, Semiring semiring,
                  std::size_t width)
    : tree_(tree), arcs_(arcs), semiring_(semiring), width_(width), place_(tree.size(), kNoRank) {}

/// Gives a row to the targets and to all above them, in the order of ranks.
template <class T>
void WaysUp<T>::mark(Range targets) {
    for (const auto& [rank, target] : marked_) place_[rank] = kNoRank;
    marked_.clear();
    for (std::size_t t = targets.first; t < targets.last; ++t) {
        const auto column = static_cast<std::uint32_t>(t - targets.first);
        std::uint32_t x = tree_.rank[t];
        for (; x != kNoRank && place_[x] == kNoRank; x = tree_.parent(x)) {
            place_[x] = static_cast<std::uint32_t>(marked_.size());
            marked_.emplace_back(x, column);
        }
        // Where it meets another target's way, both go on from there.
        for (; x != kNoRank; x = tree_.parent(x)) {
            if (std::exchange(marked_[place_[x]].second, kNoRank) == kNoRank) break;
        }
    }
    std::ranges::sort(marked_);
    for (std::size_t k = 0; k < marked_.size(); ++k) {
        place_[marked_[k].first] = static_cast<std::uint32_t>(k);
    }
}

template <class T>
template <Semiring S>
void WaysUp<T>::go_up() {
    for (const auto& [x, target] : marked_) {
        const T* const way = rows_.data() + place_[x] * width_;
        const std::size_t first = target == kNoRank ? 0 : target;
        const std::size_t last = target == kNoRank ? width_ : first + 1;
        for (std::size_t a = tree_.first[x]; a < tree_.first[x + 1]; ++a) {
            T* const best = rows_.data() + place_[tree_.later[a]] * width_;
            const T from = arcs_.from[a];
            for (std::size_t j = first; j < last; ++j) {
                best[j] = plus(S, best[j], times(S, from, way[j]));
            }
        }
    }
}

template <class T>
void WaysUp<T>::find(Range targets) {
    mark(targets);
    rows_.assign(marked_.size() * width_, zero<T>(semiring_));
    for (std::size_t t = targets.first; t < targets.last; ++t) {
        rows_[place_[tree_.rank[t]] * width_ + t - targets.first] = one<T>(semiring_);
    }
    visit(semiring_, [&](auto s) {
        if constexpr (defined_in(s, kDtypeOf<T>)) go_up<s>();
    });
}

#define APSP_ELIMINATION(T)                                                                     \
    template EliminatedArcs<T> eliminate(const Graph&, const EliminationTree&, Semiring, bool); \
    template class WaysUp<T>;
APSP_ELIMINATION(float)
APSP_ELIMINATION(double)
APSP_ELIMINATION(std::int32_t)
APSP_ELIMINATION(std::int16_t)
APSP_ELIMINATION(std::uint8_t)

}  // namespace apsp

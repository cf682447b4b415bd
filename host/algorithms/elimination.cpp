// See elimination.hpp.
#include "algorithms/elimination.hpp"

#include <algorithm>

#include "base/all_dtypes.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"
#include "graph/start.hpp"

namespace apsp {
namespace {

template <class T, Semiring S>
class Eliminator {
  public:
    Eliminator(const EliminationTree& tree, bool symmetric, EliminatedArcs<T>& arcs)
        : tree_(tree), symmetric_(symmetric), arcs_(arcs) {}

    void run() {
        for (std::size_t x = 0; x < tree_.core; ++x) {
            check_stop();
            const std::size_t last = tree_.first[x + 1];
            if (symmetric_) {
                std::copy(arcs_.to.data() + tree_.first[x], arcs_.to.data() + last,
                          arcs_.from.data() + tree_.first[x]);
            }
            for (std::size_t a = tree_.first[x]; a < last; ++a) {
                tree_.later[a] < tree_.core ? pass_on(a, last) : pass_to_core(x, a);
            }
        }
    }

  private:
    static void better(T& best, T a, T b) { best = plus(S, best, times(S, a, b)); }

    /// Updates the paths between entry a of the list and the entries after it.
    void pass_on(std::size_t a, std::size_t last) {
        // All later entries are in that neighbour's list, too, in the same order.
        std::size_t place = tree_.first[tree_.later[a]];
        for (std::size_t b = a + 1; b < last; ++b, ++place) {
            while (tree_.later[place] != tree_.later[b]) ++place;
            better(arcs_.to[place], arcs_.from[a], arcs_.to[b]);
            if (!symmetric_) better(arcs_.from[place], arcs_.from[b], arcs_.to[a]);
        }
    }

    /// Updates the paths from entry a, a vertex of the core, to the other core vertices in the list
    /// of x.
    void pass_to_core(std::size_t x, std::size_t a) {
        const auto row = arcs_.core.template row<T>(tree_.later[a] - tree_.core);
        for (std::size_t b = tree_.first[x + 1]; b-- > tree_.first[x];) {
            if (tree_.later[b] < tree_.core) return;
            if (a != b) better(row[tree_.later[b] - tree_.core], arcs_.from[a], arcs_.to[b]);
        }
    }

    const EliminationTree& tree_;
    bool symmetric_;
    EliminatedArcs<T>& arcs_;
};

/// The values of the graph's own arcs.
template <class T>
EliminatedArcs<T> start(const Graph& graph, const EliminationTree& tree, Semiring semiring) {
    EliminatedArcs<T> arcs;
    arcs.to.assign(tree.later.size(), zero<T>(semiring));
    arcs.from = arcs.to;
    arcs.core = Matrix(tree.core_size(), kDtypeOf<T>);
    for (std::size_t i = 0; i < tree.core_size(); ++i) {
        const auto row = arcs.core.template row<T>(i);
        std::ranges::fill(row, zero<T>(semiring));
        row[i] = one<T>(semiring);
    }
    fill_padding(arcs.core, semiring);
    for (std::size_t i = 0; i < graph.vertices(); ++i) {
        for_each_start<T>(graph, i, semiring, [&](std::size_t j, T w) {
            if (i == j) return;
            const std::uint32_t low = std::min(tree.rank[i], tree.rank[j]);
            const std::uint32_t high = std::max(tree.rank[i], tree.rank[j]);
            if (low >= tree.core) {
                arcs.core.template row<T>(tree.rank[i] - tree.core)[tree.rank[j] - tree.core] = w;
                return;
            }
            const auto begin = tree.later.begin();
            const auto place =
                std::lower_bound(begin + static_cast<std::ptrdiff_t>(tree.first[low]),
                                 begin + static_cast<std::ptrdiff_t>(tree.first[low + 1]), high);
            (low == tree.rank[i] ? arcs.to : arcs.from)[static_cast<std::size_t>(place - begin)] =
                w;
        });
    }
    return arcs;
}

}  // namespace

template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric) {
    EliminatedArcs<T> arcs = start<T>(graph, tree, semiring);
    visit(semiring, [&](auto s) {
        if constexpr (defined_in(s, kDtypeOf<T>)) Eliminator<T, s>(tree, symmetric, arcs).run();
    });
    return arcs;
}

std::uint64_t eliminated_bytes(const EliminationTree& tree, Dtype dtype) {
    const std::uint64_t edge = padded(tree.core_size());
    return (2 * tree.later.size() + edge * edge) * size_of(dtype);
}

template <class T>
WaysUp<T>::WaysUp(const EliminationTree& tree, Semiring semiring, std::size_t width)
    : tree_(tree), semiring_(semiring), width_(width), place_(tree.size(), kNoRank) {}

template <class T>
std::uint64_t WaysUp<T>::bytes(const EliminationTree& tree, std::size_t width) {
    // At each depth, no more ranks are on the ways than there are vertices.
    std::vector<std::size_t> of_depth(tree.height);
    for (std::size_t x = 0; x < tree.core; ++x) ++of_depth[tree.depth[x]];
    std::uint64_t most = 0;
    for (const std::size_t ranks : of_depth) most += std::min(ranks, width);
    constexpr std::size_t kGrowth = 2;  // of a vector
    const std::size_t marked = kGrowth * sizeof(marked_[0]);
    return tree.size() * sizeof(std::uint32_t) + most * (marked + width * sizeof(T));
}

/// Gives a row to the ranks of the vertices and to all ranks above them, in ascending order; the
/// core gets none.
template <class T>
void WaysUp<T>::mark(std::span<const std::uint32_t> vertices) {
    for (const auto& [rank, column] : marked_) place_[rank] = kNoRank;
    marked_.clear();
    for (std::uint32_t column = 0; column < vertices.size(); ++column) {
        std::uint32_t x = tree_.rank[vertices[column]];
        if (x >= tree_.core) continue;
        for (; x != kNoRank && place_[x] == kNoRank; x = tree_.parent(x)) {
            place_[x] = static_cast<std::uint32_t>(marked_.size());
            marked_.emplace_back(x, column);
        }
        // From where this way meets another vertex's, both share the rest.
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
void WaysUp<T>::go_up(const std::vector<T>& numbers, T* core, std::size_t ld, T limit) {
    for (const auto& [x, column] : marked_) {
        const T* const way = rows_.data() + place_[x] * width_;
        const std::size_t first = column == kNoRank ? 0 : column;
        const std::size_t last = column == kNoRank ? width_ : first + 1;
        bool leads_on = false;
        for (std::size_t j = first; j < last; ++j) leads_on |= plus(S, limit, way[j]) != limit;
        if (!leads_on) continue;
        for (std::size_t a = tree_.first[x]; a < tree_.first[x + 1]; ++a) {
            const std::uint32_t above = tree_.later[a];
            T* const best = above < tree_.core ? rows_.data() + place_[above] * width_
                                               : core + (above - tree_.core) * ld;
            const T number = numbers[a];
            for (std::size_t j = first; j < last; ++j) {
                best[j] = plus(S, best[j], times(S, number, way[j]));
            }
        }
    }
}

template <class T>
void WaysUp<T>::find(std::span<const std::uint32_t> vertices, const std::vector<T>& numbers,
                     T* core, std::size_t ld, T limit) {
    mark(vertices);
    rows_.assign(marked_.size() * width_, zero<T>(semiring_));
    for (std::size_t k = 0; k < tree_.core_size(); ++k) {
        std::fill_n(core + k * ld, width_, zero<T>(semiring_));
    }
    for (std::size_t column = 0; column < vertices.size(); ++column) {
        const std::uint32_t x = tree_.rank[vertices[column]];
        (x < tree_.core ? rows_.data() + place_[x] * width_
                        : core + (x - tree_.core) * ld)[column] = one<T>(semiring_);
    }
    visit(semiring_, [&](auto s) {
        if constexpr (defined_in(s, kDtypeOf<T>)) go_up<s>(numbers, core, ld, limit);
    });
}

#define APSP_ELIMINATION(T)                                                                     \
    template EliminatedArcs<T> eliminate(const Graph&, const EliminationTree&, Semiring, bool); \
    template class WaysUp<T>;
APSP_FOR_DTYPES(APSP_ELIMINATION)

}  // namespace apsp

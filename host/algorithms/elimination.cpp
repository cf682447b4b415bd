// See elimination.hpp.
#include "algorithms/elimination.hpp"

#include <algorithm>
#include <numeric>

#include "base/all_dtypes.hpp"
#include "base/parallel_for.hpp"
#include "base/stop.hpp"
#include "graph/padding.hpp"
#include "graph/start.hpp"

namespace apsp {
namespace {

/// For each rank, the entries of lists that name it: of some ranks, to some ranks.
class Named {
  public:
    struct Entry {
        std::size_t entry, last;  ///< And the end of its list.
        std::size_t rank;         ///< Whose list it is in.
    };
    /// `each(f)` calls f(rank, first entry) for lists whose entries count from there on.
    template <class Each>
    Named(const EliminationTree& tree, const Each& each) : first_(tree.size() + 1, 0) {
        each([&](std::size_t x, std::size_t from) {
            for (std::size_t a = from; a < tree.first[x + 1]; ++a) ++first_[tree.later[a] + 1];
        });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        entries_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        each([&](std::size_t x, std::size_t from) {
            const std::size_t last = tree.first[x + 1];
            for (std::size_t a = from; a < last; ++a) {
                entries_[next[tree.later[a]]++] = {a, last, x};
            }
        });
    }
    std::span<const Entry> of(std::size_t rank) const {
        return std::span(entries_).subspan(first_[rank], first_[rank + 1] - first_[rank]);
    }

  private:
    std::vector<std::size_t> first_;
    std::vector<Entry> entries_;
};

/// Pairs of entries, about.
double pairs(const EliminationTree& tree) {
    double sum = 0;
    for (std::size_t x = 0; x < tree.core; ++x) {
        const auto length = static_cast<double>(tree.first[x + 1] - tree.first[x]);
        sum += length * length / 2;
    }
    return sum;
}

/// What elimination does with values, which have a type and a semiring.
class EliminationSteps {
  public:
    /// The list of x has all that others pass on; it does so to the ranks below `end`.
    virtual void complete(std::size_t x, std::size_t end) = 0;
    /// Lists pass on what they have to the rank that these entries name, outside the core.
    virtual void pass_on(std::span<const Named::Entry> entries) = 0;
    /// The same for a rank of the core.
    virtual void pass_to_core(std::span<const Named::Entry> entries) = 0;

  protected:
    ~EliminationSteps() = default;
};

/// Subtrees do not concern one another. What they change above is gathered there, list by list, so
/// that threads write to different ones.
void eliminate_vertices(const EliminationTree& tree, EliminationSteps& steps) {
    const auto& subtrees = tree.subtrees;
    const double work = 3 * pairs(tree);  // nanoseconds
    const auto each_of = [&](std::size_t count) {
        return work / static_cast<double>(std::max<std::size_t>(count, 1));
    };
    parallel_for({0, subtrees.size()}, each_of(subtrees.size()), [&](std::size_t k) {
        for (std::size_t x = subtrees[k].first; x < subtrees[k].last; ++x) {
            steps.complete(x, subtrees[k].last);
        }
    });
    std::vector<std::size_t> above;
    tree.for_each_above([&](std::size_t x) { above.push_back(x); });
    const Named below(tree, [&](auto&& f) {
        for (const Range& subtree : subtrees) {
            for (std::size_t x = subtree.first; x < subtree.last; ++x) {
                f(x, tree.entry_from(x, subtree.last));
            }
        }
    });
    parallel_for({0, above.size()}, each_of(above.size()),
                 [&](std::size_t k) { steps.pass_on(below.of(above[k])); });
    for (const std::size_t x : above) {
        check_stop();
        steps.complete(x, tree.core);
    }
    if (tree.core == tree.size()) return;
    const Named all(tree, [&](auto&& f) {
        for (std::size_t x = 0; x < tree.core; ++x) f(x, tree.entry_from(x, tree.core));
    });
    parallel_for({tree.core, tree.size()}, each_of(tree.core_size()),
                 [&](std::size_t y) { steps.pass_to_core(all.of(y)); });
}

template <class T, Semiring S>
class TypedSteps final : public EliminationSteps {
  public:
    TypedSteps(const EliminationTree& tree, bool symmetric, EliminatedArcs<T>& arcs)
        : tree_(tree), symmetric_(symmetric), arcs_(arcs) {}

    void complete(std::size_t x, std::size_t end) override {
        const std::size_t first = tree_.first[x], last = tree_.first[x + 1];
        if (symmetric_) {
            std::copy(arcs_.to.data() + first, arcs_.to.data() + last, arcs_.from.data() + first);
        }
        const std::size_t outside = tree_.entry_from(x, end);
        for (std::size_t a = first; a < outside; ++a) pass_on(a, last);
    }
    void pass_on(std::span<const Named::Entry> entries) override {
        for (const auto& each : entries) pass_on(each.entry, each.last);
    }
    void pass_to_core(std::span<const Named::Entry> entries) override {
        for (const auto& of : entries) {
            const auto row = arcs_.core.template row<T>(tree_.later[of.entry] - tree_.core);
            for (std::size_t b = of.last; b-- > tree_.first[of.rank];) {
                if (tree_.later[b] < tree_.core) break;
                if (b == of.entry) continue;
                better(row[tree_.later[b] - tree_.core], arcs_.from[of.entry], arcs_.to[b]);
            }
        }
    }

  private:
    static void better(T& best, T a, T b) { best = plus(S, best, times(S, a, b)); }

    /// Updates the paths between entry a of a list and the entries after it, which are in that
    /// neighbour's list, too, in the same order.
    void pass_on(std::size_t a, std::size_t last) {
        std::size_t place = tree_.first[tree_.later[a]];
        for (std::size_t b = a + 1; b < last; ++b, ++place) {
            while (tree_.later[place] != tree_.later[b]) ++place;
            better(arcs_.to[place], arcs_.from[a], arcs_.to[b]);
            if (!symmetric_) better(arcs_.from[place], arcs_.from[b], arcs_.to[a]);
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
    // An arc and its reverse are at the same place of two arrays.
    const double cost = 20 * static_cast<double>(graph.arcs()) / static_cast<double>(tree.size());
    parallel_for({0, graph.vertices()}, cost, [&](std::size_t i) {
        for_each_start<T>(graph, i, semiring, [&](std::size_t j, T w) {
            if (i == j) return;
            const std::uint32_t low = std::min(tree.rank[i], tree.rank[j]);
            const std::uint32_t high = std::max(tree.rank[i], tree.rank[j]);
            if (low >= tree.core) {
                arcs.core.template row<T>(tree.rank[i] - tree.core)[tree.rank[j] - tree.core] = w;
                return;
            }
            (low == tree.rank[i] ? arcs.to : arcs.from)[tree.entry_from(low, high)] = w;
        });
    });
    return arcs;
}

}  // namespace

template <class T>
EliminatedArcs<T> eliminate(const Graph& graph, const EliminationTree& tree, Semiring semiring,
                            bool symmetric) {
    EliminatedArcs<T> arcs = start<T>(graph, tree, semiring);
    visit(semiring, [&](auto s) {
        if constexpr (defined_in(s, kDtypeOf<T>)) {
            TypedSteps<T, s> steps(tree, symmetric, arcs);
            eliminate_vertices(tree, steps);
        }
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
#pragma omp simd
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

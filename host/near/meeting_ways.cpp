// See meeting_ways.hpp.
#include "near/meeting_ways.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/algorithms.hpp"
#include "algorithms/elimination.hpp"
#include "base/parallel_for.hpp"

namespace apsp {
namespace {

/// Distances between vertices and their ancestors, for some vertices at a time.
template <class T>
class KnownWays {
  public:
    KnownWays(const EliminationTree& tree, const std::vector<T>& numbers, std::size_t most_bytes)
        : tree_(tree), numbers_(numbers), most_bytes_(most_bytes), first_(tree.size()) {}

    /// Finds those of the vertices of some pairs, in this order, in which equal ranks are together.
    /// Returns for how many pairs they fit into memory.
    std::size_t find(std::span<const std::uint32_t> pairs, const auto& vertex_of) {
        vertices_.clear();
        std::size_t size = 0, count = 0;
        for (; count < pairs.size(); ++count) {
            const std::uint32_t v = vertex_of(pairs[count]);
            if (!vertices_.empty() && vertices_.back() == v) continue;
            const std::size_t own = tree_.depth[tree_.rank[v]] + std::size_t{1};
            if (count != 0 && (size + own) * sizeof(T) > most_bytes_) break;
            first_[v] = size;
            size += own;
            vertices_.push_back(v);
        }
        values_.resize(size);
        // Neighbouring vertices share most of their ways.
        const std::size_t blocks = (vertices_.size() + kWidth - 1) / kWidth;
        parallel_with(
            {0, blocks}, kCost,
            [&](std::size_t) { return WaysUp<T>(tree_, Semiring::min_plus, kWidth); },
            [&](WaysUp<T>& up, std::size_t block) {
                const std::size_t first = block * kWidth;
                copy(up, std::span(vertices_).subspan(first,
                                                      std::min(kWidth, vertices_.size() - first)));
            });
        return count;
    }

    /// By depth, from the root on.
    const T* of(std::uint32_t vertex) const { return values_.data() + first_[vertex]; }

  private:
    static constexpr std::size_t kWidth = 64 / sizeof(T);
    static constexpr double kCost = 1e5;  // ns per block, very roughly

    void copy(WaysUp<T>& up, std::span<const std::uint32_t> vertices) {
        up.find(vertices, numbers_, nullptr, 0);
        for (std::size_t k = 0; k < vertices.size(); ++k) {
            T* const to = values_.data() + first_[vertices[k]];
            for (std::uint32_t x = tree_.rank[vertices[k]]; x != kNoRank; x = tree_.parent(x)) {
                to[tree_.depth[x]] = up.rows()[up.place()[x] * kWidth + k];
            }
        }
    }

    const EliminationTree& tree_;
    const std::vector<T>& numbers_;
    std::size_t most_bytes_;
    std::vector<std::size_t> first_;  // of each vertex, in values_
    std::vector<std::uint32_t> vertices_;
    std::vector<T> values_;
};

/// How many ancestors, each vertex being one of its own, two ranks have in common.
std::size_t common(const EliminationTree& tree, std::uint32_t a, std::uint32_t b) {
    while (a != b) (a < b ? a : b) = tree.parent(std::min(a, b));  // kNoRank is above all
    return a == kNoRank ? 0 : tree.depth[a] + std::size_t{1};
}

template <class T>
T least_sum(const T* a, const T* b, std::size_t count) {
    T least = infinity<T>();
#pragma omp simd reduction(min : least)
    for (std::size_t k = 0; k < count; ++k) {
        least = std::min(least, times(Semiring::min_plus, a[k], b[k]));
    }
    return least;
}

template <class T>
void find_pairs(const Graph& graph, const EliminationTree& tree, std::span<const VertexPair> pairs,
                const std::function<void(double)>& progress, DistanceTable& table,
                std::size_t most_bytes) {
    const EliminatedArcs<T> arcs = eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric());
    KnownWays<T> from_sources(tree, arcs.to, most_bytes), to_targets(tree, arcs.from, most_bytes);
    const auto source = [&](std::uint32_t i) { return pairs[i].source; };
    const auto target = [&](std::uint32_t i) { return pairs[i].target; };
    const std::span<T> found = table.row<T>(0);
    std::vector<std::uint32_t> order(pairs.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return tree.rank[target(i)]; });
    for (std::span<std::uint32_t> rest = order; !rest.empty();) {
        auto some = rest.first(to_targets.find(rest, target));
        rest = rest.subspan(some.size());
        std::ranges::sort(some, {}, [&](std::uint32_t i) { return tree.rank[source(i)]; });
        while (!some.empty()) {
            const auto both = some.first(from_sources.find(some, source));
            some = some.subspan(both.size());
            parallel_for({0, both.size()}, static_cast<double>(tree.height), [&](std::size_t k) {
                const auto [s, t] = pairs[both[k]];
                found[both[k]] = least_sum(from_sources.of(s), to_targets.of(t),
                                           common(tree, tree.rank[s], tree.rank[t]));
            });
            tell(progress, 1 - static_cast<double>(rest.size() + some.size()) /
                                   static_cast<double>(order.size()));
        }
    }
}

}  // namespace

void find_where_ways_meet(const Graph& graph, const EliminationTree& tree,
                          std::span<const VertexPair> pairs,
                          const std::function<void(double)>& progress, DistanceTable& table,
                          std::size_t most_bytes) {
    visit(table.dtype, [&](auto zero) {
        find_pairs<decltype(zero)>(graph, tree, pairs, progress, table, most_bytes);
    });
}

}  // namespace apsp

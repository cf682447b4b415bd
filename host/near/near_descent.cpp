// See near_descent.hpp.
#include "near/near_descent.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "algorithms/elimination.hpp"
#include "backends/processor.hpp"
#include "base/parallel_for.hpp"
#include "near/arcs_into.hpp"
#include "near/found_together.hpp"

namespace apsp {
namespace {

/// What all threads read.
template <class T>
struct Descent {
    Descent(const Graph& graph, const EliminationTree& of, bool predecessors)
        : tree(of), near(tree, eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric())) {
        if (predecessors) into.emplace(graph);
    }

    const EliminationTree& tree;
    NearDescent<T> near;
    std::optional<ArcsInto<T>> into;  // for predecessors
};

/// Finds the pairs of a block of sources. Each thread needs its own.
template <class T>
class NearBlock {
  public:
    static constexpr std::size_t kWidth = NearDescent<T>::kSources;

    NearBlock(const Descent<T>& descent, NearRows& near)
        : descent_(descent),
          near_(near),
          together_(near, descent.tree.vertex),
          thread_(descent.near),
          place_(descent.into ? descent.tree.size() : 0, kNowhere) {}

    NearRows::Arena& arena() { return together_.arena(); }

    /// `rows` of the answer, at most kWidth.
    void find(std::span<const std::size_t> rows) {
        std::uint32_t all[kWidth];
        for (std::size_t k = 0; k < rows.size(); ++k) {
            all[k] = static_cast<std::uint32_t>(near_.source(rows[k]));
        }
        const std::span sources(all, rows.size());
        std::uint32_t counts[kWidth] = {};
        take(thread_.find(sources, static_cast<T>(near_.limit()), counts), rows, sources, counts);
    }

  private:
    using Lanes = std::array<std::int32_t, kWidth>;
    static constexpr std::uint32_t kNowhere = static_cast<std::uint32_t>(-1);
    static constexpr std::uint64_t kLane = (std::uint64_t{1} << (sizeof(T) - 1) << 1) - 1;

    /// Gives each row its pairs.
    void take(std::span<NearFound> found, std::span<const std::size_t> rows,
              std::span<const std::uint32_t> sources, std::span<std::uint32_t> sizes) {
        keep_those_that_count(found, sources, sizes);
        const T* const all = thread_.distances();
        const auto ranks = [&](std::size_t k) { return found[k].rank; };
        const auto visit = [&](std::size_t k, const auto& give) {
            for_lanes(found[k].bits, [&](std::size_t lane) { give(lane, all[k * kWidth + lane]); });
        };
        if (!near_.wants_predecessors()) {
            return together_.take(rows, sizes, found.size(), ranks, visit);
        }
        note_places(found);
        together_.take(rows, sizes, found.size(), ranks, visit,
                       [&](std::uint32_t target) { return predecessors_of(target); });
        for (const NearFound& each : found) place_[descent_.tree.vertex[each.rank]] = kNowhere;
    }

    void note_places(std::span<const NearFound> found) {
        for (std::uint32_t k = 0; k < found.size(); ++k) {
            place_[descent_.tree.vertex[found[k].rank]] = k;
        }
    }

    /// Sources of arcs that end shortest paths. All of these are nearer, so they were found, too.
    Lanes predecessors_of(std::uint32_t target) const {
        const T* const all = thread_.distances();
        const T* const distances = all + place_[target] * kWidth;
        Lanes before;
        before.fill(kNoPredecessor);
        for (const auto& arc : descent_.into->of(target)) {
            const std::uint32_t source = arc.first;
            const T length = arc.second;
            if (place_[source] == kNowhere) continue;
            const T* const nearer = all + place_[source] * kWidth;
#pragma omp simd
            for (std::size_t k = 0; k < kWidth; ++k) {
                const bool tight = times(Semiring::min_plus, nearer[k], length) == distances[k];
                before[k] = tight ? static_cast<std::int32_t>(source) : before[k];
            }
        }
        return before;
    }

    /// Clears the bits of targets that do not count, and corrects the sizes of the rows.
    void keep_those_that_count(std::span<NearFound> found, std::span<const std::uint32_t> sources,
                               std::span<std::uint32_t> sizes) {
        const EliminationTree& tree = descent_.tree;
        if (near_.among_all()) {
            for (std::size_t k = 0; k < sources.size(); ++k) {
                const auto own = std::ranges::lower_bound(found, tree.rank[sources[k]],
                                                          std::ranges::greater(), &NearFound::rank);
                own->bits &= ~(kLane << k * sizeof(T));  // at distance 0, below any limit
                --sizes[k];
            }
        } else {
            for (NearFound& row : found) {
                if (near_.counts(0, tree.vertex[row.rank])) continue;
                for_lanes(row.bits, [&](std::size_t k) { --sizes[k]; });
                row.bits = 0;
            }
        }
    }

    template <class F>
    static void for_lanes(std::uint64_t bits, const F& f) {
        while (bits != 0) {
            const auto k = static_cast<std::size_t>(std::countr_zero(bits)) / sizeof(T);
            f(k);
            bits &= ~(kLane << k * sizeof(T));
        }
    }

    const Descent<T>& descent_;
    NearRows& near_;
    FoundTogether<T> together_;
    typename NearDescent<T>::Thread thread_;
    std::vector<std::uint32_t> place_;  // of each vertex among those found
};

}  // namespace

void descend_near(const Graph& graph, const EliminationTree& tree, NearRows& near) {
    visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const Descent<T> descent(graph, tree, near.wants_predecessors());
        const std::vector<std::size_t> rows = near.by_rank(tree);
        constexpr std::size_t kWidth = NearBlock<T>::kWidth;
        constexpr double kCost = 1e6;  // ns per block; not known beforehand
        near.in_passes([&] {
            NearRows::in_runs(
                (rows.size() + kWidth - 1) / kWidth, kWidth, kCost,
                [&](std::size_t) { return std::make_unique<NearBlock<T>>(descent, near); },
                [](const auto& own) -> NearRows::Arena& { return own->arena(); },
                [&](const std::unique_ptr<NearBlock<T>>& own, std::size_t block) {
                    const std::size_t first = block * kWidth;
                    own->find(
                        std::span(rows).subspan(first, std::min(kWidth, rows.size() - first)));
                });
        });
    });
}

}  // namespace apsp

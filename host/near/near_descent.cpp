// See near_descent.hpp.
#include "near/near_descent.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "algorithms/elimination.hpp"
#include "backends/cpu/engine.hpp"
#include "base/host_memory.hpp"
#include "base/parallel_for.hpp"
#include "near/arcs_into.hpp"
#include "near/found_together.hpp"

namespace apsp {
namespace {

using cpu::NearSweep;

/// What all threads read.
template <class T>
struct Descent {
    Descent(const Graph& graph, const EliminationTree& of, bool predecessors)
        : tree(of),
          arcs(eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric())),
          kernels(*cpu::number_kernels<T>(Semiring::min_plus)),
          depths(tree.later.size()),
          below(tree.size(), 1) {
        std::ranges::transform(tree.later, depths.begin(),
                               [&](std::uint32_t rank) { return tree.depth[rank]; });
        for (std::size_t x = 0; x < tree.size(); ++x) {
            if (const std::uint32_t parent = tree.parent(x); parent != kNoRank) {
                below[parent] += below[x];
            }
        }
        if (predecessors) into.emplace(graph);
    }

    const EliminationTree& tree;
    EliminatedArcs<T> arcs;
    const cpu::Kernels<T>& kernels;
    std::vector<std::uint32_t> depths, below;
    std::optional<ArcsInto<T>> into;  // for predecessors
};

/// Finds the pairs of a block of sources. Each thread needs its own.
template <class T>
class NearBlock {
  public:
    static constexpr std::size_t kWidth = cpu::kNearTargets<T>;

    NearBlock(const Descent<T>& descent, NearRows& near)
        : descent_(descent),
          near_(near),
          together_(near, descent.tree.vertex),
          up_(descent.tree, Semiring::min_plus, kWidth),
          path_(allocate_host(descent.tree.height * cpu::kNearBytes)),
          near_above_(descent.tree.height),
          found_(allocate_host((descent.tree.size() + 1) * sizeof(Found))),
          distances_(allocate_host((descent.tree.size() + 1) * cpu::kNearBytes)),
          place_(descent.into ? descent.tree.size() : 0, kNowhere) {}

    NearRows::Arena& arena() { return together_.arena(); }

    /// `rows` of the answer, at most kWidth.
    void find(std::span<const std::size_t> rows) {
        const EliminationTree& tree = descent_.tree;
        std::uint32_t sources[kWidth];
        for (std::size_t k = 0; k < rows.size(); ++k) {
            sources[k] = static_cast<std::uint32_t>(near_.source(rows[k]));
        }
        const T limit = static_cast<T>(near_.limit());
        up_.find(std::span(sources, rows.size()), descent_.arcs.to, nullptr, 0, limit);
        std::uint32_t counts[kWidth] = {};
        const std::size_t count =
            descent_.kernels.sweep_near({.n = tree.size(),
                                         .first = tree.first.data(),
                                         .depths = descent_.depths.data(),
                                         .to = descent_.arcs.from.data(),
                                         .depth = tree.depth.data(),
                                         .below = descent_.below.data(),
                                         .place = up_.place(),
                                         .up = up_.rows(),
                                         .path = static_cast<T*>(path_.get()),
                                         .near = near_above_.data(),
                                         .limit = limit,
                                         .zero = infinity<T>(),
                                         .found = static_cast<Found*>(found_.get()),
                                         .distances = static_cast<T*>(distances_.get()),
                                         .counts = counts});
        take(std::span(static_cast<Found*>(found_.get()), count), rows, std::span(sources), counts);
    }

  private:
    using Found = typename NearSweep<T>::Found;
    using Lanes = std::array<std::int32_t, kWidth>;
    static constexpr std::uint32_t kNowhere = static_cast<std::uint32_t>(-1);
    static constexpr std::uint64_t kLane = (std::uint64_t{1} << (sizeof(T) - 1) << 1) - 1;

    /// Gives each row its pairs.
    void take(std::span<Found> found, std::span<const std::size_t> rows,
              std::span<const std::uint32_t> sources, std::span<std::uint32_t> sizes) {
        keep_those_that_count(found, sources.first(rows.size()), sizes);
        const auto* const all = static_cast<const T*>(distances_.get());
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
        for (const Found& each : found) place_[descent_.tree.vertex[each.rank]] = kNowhere;
    }

    void note_places(std::span<const Found> found) {
        for (std::uint32_t k = 0; k < found.size(); ++k) {
            place_[descent_.tree.vertex[found[k].rank]] = k;
        }
    }

    /// Sources of arcs that end shortest paths. All of these are nearer, so they were found, too.
    Lanes predecessors_of(std::uint32_t target) const {
        const auto* const all = static_cast<const T*>(distances_.get());
        const T* const distances = all + place_[target] * kWidth;
        Lanes before;
        before.fill(kNoPredecessor);
        for (const auto& [source, length] : descent_.into->of(target)) {
            if (place_[source] == kNowhere) continue;
            const T* const nearer = all + place_[source] * kWidth;
            for (std::size_t k = 0; k < kWidth; ++k) {
                const bool tight = times(Semiring::min_plus, nearer[k], length) == distances[k];
                before[k] = tight ? static_cast<std::int32_t>(source) : before[k];
            }
        }
        return before;
    }

    /// Clears the bits of targets that do not count, and corrects the sizes of the rows.
    void keep_those_that_count(std::span<Found> found, std::span<const std::uint32_t> sources,
                               std::span<std::uint32_t> sizes) {
        const EliminationTree& tree = descent_.tree;
        if (near_.among_all()) {
            for (std::size_t k = 0; k < sources.size(); ++k) {
                const auto own = std::ranges::lower_bound(found, tree.rank[sources[k]],
                                                          std::ranges::greater(), &Found::rank);
                own->bits &= ~(kLane << k * sizeof(T));  // at distance 0, below any limit
                --sizes[k];
            }
        } else {
            for (Found& row : found) {
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
    WaysUp<T> up_;
    HostMemory path_;
    std::vector<unsigned char> near_above_;
    HostMemory found_, distances_;
    std::vector<std::uint32_t> place_;  // of each vertex in `found_`
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

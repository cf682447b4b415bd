// See near_descent.hpp.
#include <algorithm>
#include <bit>
#include <optional>

#include "algorithms/elimination.hpp"
#include "algorithms/near_engine.hpp"
#include "apsp/matrix.hpp"
#include "backends/backend.hpp"
#include "base/parallel_for.hpp"
#include "near/found_together.hpp"
#include "near/near_descent.hpp"

namespace apsp {
namespace {

/// By rank: which are targets, or nothing if all are but the source.
std::vector<std::uint8_t> targets_by_rank(const EliminationTree& tree, const NearRows& near) {
    std::vector<std::uint8_t> counts;
    if (near.among_all()) return counts;
    for (const std::uint32_t vertex : tree.vertex) {
        counts.push_back(near.counts(vertex, vertex) ? 1 : 0);
    }
    return counts;
}

/// Gives rows what groups of them have found.
template <class T>
class GroupTaker {
  public:
    GroupTaker(NearRows& near, const EliminationTree& tree)
        : near_(near), tree_(tree), threads_(team_limit()) {}

    /// `rows` of the answer and the sizes of these; groups of at most `each` rows.
    void take(std::span<const std::size_t> rows, std::span<const std::uint32_t> sizes,
              std::size_t each, std::span<const NearGroup> groups) {
        constexpr double kCost = 1e5;  // ns per group, roughly
        NearRows::in_runs(
            groups.size(), each, kCost, [&](std::size_t place) { return place; },
            [&](std::size_t place) -> NearRows::Arena& {
                return threads_[place]->together.arena();
            },
            [&](std::size_t place, std::size_t k) {
                const std::size_t first = groups[k].first;
                const std::size_t count = std::min(each, rows.size() - first);
                if (!threads_[place]) threads_[place].emplace(near_, tree_.vertex);
                threads_[place]->take(rows.subspan(first, count), sizes.subspan(first, count),
                                      groups[k]);
            });
    }

  private:
    struct Thread {
        Thread(NearRows& near, const std::vector<std::uint32_t>& vertex) : together(near, vertex) {}

        void take(std::span<const std::size_t> rows, std::span<const std::uint32_t> sizes,
                  const NearGroup& group) {
            distances.clear();
            const T* next = static_cast<const T*>(group.distances);
            for (const NearGroup::Found& found : group.found) {
                distances.push_back(next);
                next += std::popcount(found.lanes);
            }
            together.take(
                rows, sizes, group.found.size(), [&](std::size_t k) { return group.found[k].rank; },
                [&](std::size_t k, const auto& give) {
                    const T* distance = distances[k];
                    for (std::uint32_t lanes = group.found[k].lanes; lanes != 0;
                         lanes &= lanes - 1) {
                        give(static_cast<std::size_t>(std::countr_zero(lanes)), *distance++);
                    }
                });
        }

        FoundTogether<T> together;
        std::vector<const T*> distances;  // of each rank found
    };

    NearRows& near_;
    const EliminationTree& tree_;
    std::vector<std::optional<Thread>> threads_;
};

}  // namespace

bool descend_near(const Device& device, const Graph& graph, const EliminationTree& tree,
                  NearRows& near) {
    return visit(near.dtype(), [&](auto zero) {
        using T = decltype(zero);
        const auto arcs = eliminate<T>(graph, tree, Semiring::min_plus, graph.symmetric());
        const std::vector<std::uint8_t> targets = targets_by_rank(tree, near);
        const NearQuestion question = {.tree = tree,
                                       .dtype = near.dtype(),
                                       .to = arcs.to.data(),
                                       .from = arcs.from.data(),
                                       .limit = near.limit(),
                                       .sources = std::max<std::size_t>(near.size(), 1),
                                       .counts = targets};
        const auto engine = backend(device).open_near(device, question);
        if (engine == nullptr) return false;
        near.found_on(device);
        near.predecessors_follow();
        const std::vector<std::size_t> rows = near.by_rank(tree);
        std::vector<std::uint32_t> ranks;
        for (const std::size_t row : rows) ranks.push_back(tree.rank[near.source(row)]);
        GroupTaker<T> taker(near, tree);
        near.in_passes([&] {
            for (Range some{0, 0}; some.last < rows.size();) {
                some = {some.last, std::min(some.last + engine->most(), rows.size())};
                const auto own = std::span(rows).subspan(some.first, some.size());
                const auto sizes = engine->count(std::span(ranks).subspan(some.first, some.size()));
                if (near.count_only() && near.options().nearest == 0) {
                    for (std::size_t k = 0; k < own.size(); ++k) near.count(own[k], sizes[k]);
                    continue;
                }
                engine->find([&](std::span<const NearGroup> groups) {
                    taker.take(own, sizes, engine->group(), groups);
                });
            }
        });
        return true;
    });
}

}  // namespace apsp

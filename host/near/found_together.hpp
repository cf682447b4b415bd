// What neighbouring sources have found together, on its way to their rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "near/near_rows.hpp"

namespace apsp {

/// Each thread needs its own.
template <class T>
class FoundTogether {
  public:
    /// `vertex` is that of each rank.
    FoundTogether(NearRows& near, const std::vector<std::uint32_t>& vertex)
        : near_(near), vertex_(vertex), arena_(near) {}

    NearRows::Arena& arena() { return arena_; }

    /// For questions that do not ask for predecessors.
    struct NoPredecessors {
        const std::int32_t* operator()(std::uint32_t) const { return nullptr; }
    };

    /// Gives `rows` of the answer their pairs; all targets count. `ranks(k)` is the rank of the
    /// k-th of `found`, and `visit(k, f)` calls f(lane, distance) for each row that has found it.
    /// `before(target)[lane]` is the predecessor of a row's target.
    template <class Ranks, class Visit, class Before = NoPredecessors>
    void take(std::span<const std::size_t> rows, std::span<const std::uint32_t> sizes,
              std::size_t found, const Ranks& ranks, const Visit& visit,
              const Before& before = {}) {
        if (near_.count_only() && near_.options().nearest == 0) {
            for (std::size_t lane = 0; lane < rows.size(); ++lane) {
                near_.count(rows[lane], sizes[lane]);
            }
            return;
        }
        // By vertex, so that each row's targets ascend.
        order_.resize(found);
        for (std::uint32_t k = 0; k < found; ++k) order_[k] = {vertex_[ranks(k)], k};
        std::ranges::sort(order_);
        if (near_.options().nearest != 0) {
            take_nearest(rows, visit, before);
        } else {
            take_all(rows, sizes, visit, before);
        }
    }

  private:
    struct Row {
        std::uint32_t* targets;
        T* distances;
        std::int32_t* predecessors;
    };

    template <class Visit, class Before>
    void take_nearest(std::span<const std::size_t> rows, const Visit& visit, const Before& before) {
        pairs_.resize(std::max(pairs_.size(), rows.size()));
        for (auto& own : pairs_) own.clear();
        for (const auto& [target, k] : order_) {
            visit(k, [&](std::size_t lane, T distance) {
                pairs_[lane].emplace_back(target, distance);
            });
        }
        for (std::size_t lane = 0; lane < rows.size(); ++lane) {
            near_.take(arena_, rows[lane], pairs_[lane]);
            if (!near_.wants_predecessors()) continue;
            std::ranges::transform(pairs_[lane], arena_.take_predecessors(rows[lane]),
                                   [&](const auto& pair) { return before(pair.first)[lane]; });
        }
    }

    template <class Visit, class Before>
    void take_all(std::span<const std::size_t> rows, std::span<const std::uint32_t> sizes,
                  const Visit& visit, const Before& before) {
        const bool predecessors = near_.wants_predecessors();
        to_.clear();
        for (std::size_t lane = 0; lane < rows.size(); ++lane) {
            const auto [targets, distances] = arena_.take<T>(rows[lane], sizes[lane]);
            to_.push_back({targets, distances,
                           predecessors ? arena_.take_predecessors(rows[lane]) : nullptr});
        }
        for (const auto& [target, k] : order_) {
            visit(k, [&](std::size_t lane, T distance) {
                *to_[lane].targets++ = target;
                *to_[lane].distances++ = distance;
            });
            if (!predecessors) continue;
            const auto all = before(target);
            visit(k, [&](std::size_t lane, T) { *to_[lane].predecessors++ = all[lane]; });
        }
    }

    NearRows& near_;
    const std::vector<std::uint32_t>& vertex_;
    NearRows::Arena arena_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order_;
    std::vector<std::vector<std::pair<std::uint32_t, T>>> pairs_;
    std::vector<Row> to_;
};

}  // namespace apsp

// See sweep_schedule.hpp.
#include "algorithms/sweep_schedule.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace apsp {
namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// The rows that use each rank's row, in the order of the sweep.
class Uses {
  public:
    explicit Uses(const EliminationTree& tree) : first_(tree.size() + 1, 0) {
        for (const std::uint32_t above : tree.later) ++first_[above + 1];
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        next_.assign(first_.begin(), first_.end() - 1);
        rows_.resize(tree.later.size());
        for (std::size_t x = tree.core; x-- > 0;) {
            for (std::size_t a = tree.first[x]; a < tree.first[x + 1]; ++a) {
                rows_[next_[tree.later[a]]++] = static_cast<std::uint32_t>(tree.core - 1 - x);
            }
        }
        next_.assign(first_.begin(), first_.end() - 1);
    }
    /// When `rank` is used next.
    std::uint32_t next(std::uint32_t rank) const {
        return next_[rank] == first_[rank + 1] ? kNever : rows_[next_[rank]];
    }
    void pass(std::uint32_t rank) { ++next_[rank]; }

  private:
    std::vector<std::size_t> first_, next_;
    std::vector<std::uint32_t> rows_;
};

/// The content of the slots.
class Slots {
  public:
    static constexpr std::uint32_t kNone = SweepSchedule::kNoSlot;

    Slots(std::size_t count, std::size_t ranks)
        : slot_(ranks, kNone), rank_(count, kNoRank), next_use_(count), free_(count) {
        std::iota(free_.rbegin(), free_.rend(), 0);
    }
    std::uint32_t of(std::uint32_t rank) const { return slot_[rank]; }
    void set_next_use(std::uint32_t rank, std::uint32_t use) {
        next_use_[slot_[rank]] = use;
        if (use == kNever) give_back(slot_[rank]);
    }
    /// A slot for `rank`, which is used next at `use`; kNone if all rows in slots are used sooner.
    std::uint32_t take(std::uint32_t rank, std::uint32_t use) {
        if (use == kNever) return kNone;
        if (free_.empty()) {
            const auto furthest = std::ranges::max_element(next_use_);
            if (*furthest < use) return kNone;
            give_back(static_cast<std::uint32_t>(furthest - next_use_.begin()));
        }
        const std::uint32_t slot = free_.back();
        free_.pop_back();
        slot_[rank] = slot;
        rank_[slot] = rank;
        next_use_[slot] = use;
        return slot;
    }
    void give_all_back() {
        for (std::uint32_t slot = 0; slot < rank_.size(); ++slot) {
            if (rank_[slot] != kNoRank) give_back(slot);
        }
    }

  private:
    void give_back(std::uint32_t slot) {
        slot_[std::exchange(rank_[slot], kNoRank)] = kNone;
        free_.push_back(slot);
    }

    std::vector<std::uint32_t> slot_;  // of each rank
    std::vector<std::uint32_t> rank_, next_use_, free_;
};

std::vector<std::uint32_t> counts_below(const EliminationTree& tree) {
    std::vector<std::uint32_t> below(tree.core, 1);
    for (std::size_t x = 0; x < tree.core; ++x) {
        if (const std::uint32_t above = tree.parent(x); above != kNoRank) below[above] += below[x];
    }
    return below;
}

}  // namespace

SweepSchedule make_sweep_schedule(const EliminationTree& tree, std::size_t count,
                                  std::size_t parts) {
    SweepSchedule schedule;
    std::size_t all = SweepSchedule::kGroup;
    for (std::size_t x = 0; x < tree.core; ++x) {
        const std::size_t length = std::max<std::size_t>(tree.first[x + 1] - tree.first[x], 1);
        all += (length + SweepSchedule::kGroup - 1) / SweepSchedule::kGroup * SweepSchedule::kGroup;
    }
    schedule.rows.reserve(tree.core + 1);
    schedule.slots.reserve(all);
    schedule.entry.reserve(all);
    const std::vector<std::uint32_t> below = counts_below(tree);
    const std::size_t enough = (tree.core + tree.later.size()) / parts + 1;
    std::size_t work = enough;
    Uses uses(tree);
    Slots slots(count, tree.size());
    for (std::size_t x = tree.core; x-- > 0;) {
        const auto now = static_cast<std::uint32_t>(tree.core - 1 - x);
        const std::size_t loads = schedule.loads.size(), entries = schedule.slots.size();
        if (work >= enough && tree.parent(x) == kNoRank) {
            slots.give_all_back();
            schedule.parts.push_back({now,
                                      static_cast<std::uint32_t>(entries / SweepSchedule::kGroup),
                                      static_cast<std::uint32_t>(loads), 0});
            work = 0;
        }
        const std::size_t first = tree.first[x], last = tree.first[x + 1];
        work += 1 + last - first;
        for (std::size_t a = first; a < last; ++a) {
            const std::uint32_t above = tree.later[a];
            if (slots.of(above) != Slots::kNone) continue;
            const std::uint32_t row =
                above < tree.core
                    ? tree.vertex[above]
                    : static_cast<std::uint32_t>(above - tree.core) | SweepSchedule::kOfCore;
            schedule.loads.push_back({row, slots.take(above, now)});
        }
        for (std::size_t a = first; a < last; ++a) {
            schedule.slots.push_back(static_cast<std::uint16_t>(slots.of(tree.later[a])));
            schedule.entry.push_back(a);
        }
        while (schedule.slots.size() % SweepSchedule::kGroup != 0 ||
               schedule.slots.size() == entries) {
            schedule.slots.push_back(first == last ? std::uint16_t{0} : schedule.slots.back());
            schedule.entry.push_back(first == last ? SweepSchedule::kNothing : last - 1);
        }
        for (std::size_t a = first; a < last; ++a) {
            uses.pass(tree.later[a]);
            slots.set_next_use(tree.later[a], uses.next(tree.later[a]));
        }
        const auto rank = static_cast<std::uint32_t>(x);
        const std::size_t groups = (schedule.slots.size() - entries) / SweepSchedule::kGroup;
        schedule.rows.push_back(
            {.vertex = tree.vertex[x],
             .below = below[x],
             .height = tree.depth[x] - static_cast<std::uint32_t>(tree.core_size()),
             .slot_groups_loads = slots.take(rank, uses.next(rank)) |
                                  static_cast<std::uint32_t>(groups << SweepSchedule::kSlotBits) |
                                  static_cast<std::uint32_t>(
                                      (schedule.loads.size() - loads)
                                      << (SweepSchedule::kSlotBits + SweepSchedule::kGroupBits))});
    }
    if (schedule.parts.empty()) schedule.parts.push_back({});  // all vertices are in the core
    schedule.parts.push_back(
        {static_cast<std::uint32_t>(schedule.rows.size()),
         static_cast<std::uint32_t>(schedule.slots.size() / SweepSchedule::kGroup),
         static_cast<std::uint32_t>(schedule.loads.size()), 0});
    schedule.rows.push_back({});
    schedule.slots.resize(schedule.slots.size() + SweepSchedule::kGroup);
    schedule.entry.resize(schedule.slots.size(), SweepSchedule::kNothing);
    return schedule;
}

}  // namespace apsp

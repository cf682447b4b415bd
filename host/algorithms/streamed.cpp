// See streamed.hpp.
#include "algorithms/streamed.hpp"

#include <deque>
#include <optional>
#include <utility>

#include "algorithms/stripe_turns.hpp"
#include "base/stopwatch.hpp"

namespace apsp {
namespace {

class StreamSchedule {
  public:
    StreamSchedule(Tiles& tiles, DeviceMemory& memory, const std::vector<Slab>& slots,
                   const std::vector<Range>& stripes, StripeTurns& turns)
        : tiles_(tiles),
          memory_(memory),
          stripes_(stripes),
          turns_(turns),
          all_{0, stripes.back().last} {
        for (const Slab& slot : slots) free_.push_back({slot, kNoMark});
    }

    /// Returns the seconds in which the engine waited for others.
    double run(const Progress& progress) {
        for (std::size_t round = turns_.first_round(); round < stripes_.size(); ++round) {
            Visitor pivots = pivots_of(round);
            relax_through(round, pivots, progress);
            free_.push_back(pivots.slot);
        }
        take_back();
        return waited_;
    }

  private:
    /// A slab that holds one stripe after the other, and when the last was used.
    struct Slot {
        Slab slab;
        Mark used;
    };
    struct Visitor {
        std::size_t stripe;
        std::size_t rounds;  // that it has been through
        Slot slot;
        bool stays = false;  // as the next pivots
    };

    View at(const Visitor& visitor, Range cols) const {
        return {visitor.slot.slab, {{0, stripes_[visitor.stripe].size()}}, cols};
    }
    Visitor bring(std::size_t stripe, std::size_t rounds, const void* from) {
        Visitor visitor{stripe, rounds, free_.front()};
        free_.pop_front();
        memory_.put(at(visitor, all_), from, visitor.slot.used);
        return visitor;
    }
    void close(Visitor& visitor) {
        close_rows(tiles_, at(visitor, all_), at(visitor, stripes_[visitor.stripe]));
        ++visitor.rounds;
        visitor.slot.used = memory_.mark();
    }
    void store(const Visitor& visitor) {
        memory_.get(at(visitor, all_), turns_.next(visitor.stripe), visitor.slot.used);
        turns_.commit(visitor.stripe, visitor.rounds);
    }
    void take_back() {
        if (!relaxed_) return;
        store(*relaxed_);
        if (!relaxed_->stays) free_.push_back({relaxed_->slot.slab, kNoMark});
        relaxed_.reset();
    }

    Visitor pivots_of(std::size_t round) {
        Visitor pivots = next_ ? *std::exchange(next_, std::nullopt) : brought_pivots(round);
        turns_.have_pivots(round);
        return pivots;
    }
    Visitor brought_pivots(std::size_t round) {
        // Pivots that nothing was relaxed after, which others may wait for.
        if (relaxed_ && relaxed_->stays) take_back();
        if (!turns_.closes_first()) {
            const Stopwatch watch;
            const void* const from = turns_.pivots(round);
            waited_ += watch.seconds();
            return bring(round, round + 1, from);
        }
        Visitor pivots = bring(round, round, turns_.read(round));
        close(pivots);
        store(pivots);
        return pivots;
    }

    std::optional<std::size_t> take(std::size_t round) {
        std::optional<Stopwatch> waiting;
        const auto stripe = turns_.take(round, [&] {
            take_back();  // others may wait for it
            waiting.emplace();
        });
        if (waiting) waited_ += waiting->seconds();
        return stripe;
    }

    void relax_through(std::size_t round, Visitor& pivots, const Progress& progress) {
        while (const auto stripe = take(round)) {
            Visitor here = bring(*stripe, round, turns_.read(*stripe));
            tiles_.update(at(here, all_), at(here, stripes_[round]), at(pivots, all_));
            ++here.rounds;
            here.slot.used = pivots.slot.used = memory_.mark();
            if (here.stripe == round + 1) {
                close(here);
                here.stays = true;
                next_ = here;
            }
            take_back();
            relaxed_ = here;
            tell(progress, turns_.done());
        }
    }

    Tiles& tiles_;
    DeviceMemory& memory_;
    const std::vector<Range>& stripes_;
    StripeTurns& turns_;
    Range all_;
    std::deque<Slot> free_;           // that which was used first in front
    std::optional<Visitor> relaxed_;  // and not copied back yet
    std::optional<Visitor> next_;     // the pivots of the next round
    double waited_ = 0;               // seconds
};

}  // namespace

double kleene_streamed(Tiles& tiles, DeviceMemory& memory, const std::vector<Slab>& slots,
                       const std::vector<Range>& stripes, StripeTurns& turns,
                       const Progress& progress) {
    return StreamSchedule(tiles, memory, slots, stripes, turns).run(progress);
}

}  // namespace apsp

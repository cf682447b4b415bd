// See streamed.hpp.
#include "algorithms/streamed.hpp"

#include <utility>

#include "algorithms/stripe_turns.hpp"

namespace apsp {
namespace {

class StreamSchedule {
  public:
    StreamSchedule(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                   const std::vector<Range>& stripes, StripeTurns& turns)
        : tiles_(tiles),
          memory_(memory),
          slots_(slots),
          stripes_(stripes),
          turns_(turns),
          all_{0, stripes.back().last} {}

    void run(const Progress& progress) {
        for (std::size_t round = turns_.first_round(); round < stripes_.size(); ++round) {
            get_pivots(round);
            relax_through(round, progress);
        }
    }

  private:
    /// A stripe in a slot, which is to be copied back after so many rounds.
    struct Visitor {
        std::size_t stripe, slot, rounds;
    };

    /// These columns of a stripe that lies in a slot.
    View at(std::size_t slot, std::size_t stripe, Range cols) const {
        return {slots_[slot], {{0, stripes_[stripe].size()}}, cols};
    }
    void bring(std::size_t slot, std::size_t stripe, const void* from) {
        memory_.put(at(slot, stripe, all_), from, used_[slot]);
    }
    void take_back(const Visitor& visitor) {
        memory_.get(at(visitor.slot, visitor.stripe, all_), turns_.next(visitor.stripe),
                    used_[visitor.slot]);
        turns_.commit(visitor.stripe, visitor.rounds);
    }
    void close(std::size_t slot, std::size_t stripe) {
        close_rows(tiles_, at(slot, stripe, all_), at(slot, stripe, stripes_[stripe]));
        used_[slot] = memory_.mark();
    }

    /// Makes `pivots_` the slot of the pivots of a round.
    void get_pivots(std::size_t round) {
        if (std::exchange(kept_, false)) {
            std::swap(pivots_, next_pivots_);
        } else if (turns_.closes_first()) {
            bring(pivots_, round, turns_.read(round));
            close(pivots_, round);
            take_back({round, pivots_, round + 1});
        } else {
            // The slot that was not read in the round before.
            std::swap(pivots_, next_pivots_);
            bring(pivots_, round, turns_.pivots(round));
        }
        turns_.have_pivots(round);
    }

    void relax_through(std::size_t round, const Progress& progress) {
        std::optional<Visitor> back;  // relaxed, and not copied back yet
        auto stripe = turns_.take(round);
        if (stripe) bring(here_, *stripe, turns_.read(*stripe));
        while (stripe) {
            tiles_.update(at(here_, *stripe, all_), at(here_, *stripe, stripes_[round]),
                          at(pivots_, round, all_));
            used_[here_] = used_[pivots_] = memory_.mark();
            const bool has_next_pivots = *stripe == round + 1;
            if (has_next_pivots) close(here_, *stripe);
            if (back) take_back(*back);
            back = {*stripe, here_, round + (has_next_pivots ? 2 : 1)};
            if (has_next_pivots) {
                kept_ = true;
                std::swap(here_, next_pivots_);
            } else {
                std::swap(here_, there_);
            }
            stripe = turns_.take(round);
            if (stripe) bring(here_, *stripe, turns_.read(*stripe));
            tell(progress, turns_.done());
        }
        if (back) take_back(*back);
    }

    Tiles& tiles_;
    DeviceMemory& memory_;
    const StreamSlots& slots_;
    const std::vector<Range>& stripes_;
    StripeTurns& turns_;
    Range all_;
    // Slots: of the pivots, of the next ones, of the stripe that comes, and of the one before it.
    std::size_t pivots_ = 0, next_pivots_ = 1, here_ = 2, there_ = 3;
    bool kept_ = false;  // the pivots of the next round are in next_pivots_
    std::array<Mark, kStreamSlots> used_ = {kNoMark, kNoMark, kNoMark, kNoMark};  // last
};

}  // namespace

void kleene_streamed(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                     const std::vector<Range>& stripes, StripeTurns& turns,
                     const Progress& progress) {
    StreamSchedule(tiles, memory, slots, stripes, turns).run(progress);
}

}  // namespace apsp

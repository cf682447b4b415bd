// See streamed.hpp.
#include "algorithms/streamed.hpp"

#include <algorithm>

namespace apsp {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class StreamSchedule {
  public:
    StreamSchedule(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                   const std::vector<Range>& stripes, StripeStore& store)
        : tiles_(tiles),
          memory_(memory),
          slots_(slots),
          stripes_(stripes),
          store_(store),
          all_{0, stripes.back().last} {}

    void run(const Progress& progress) {
        const std::size_t count = stripes_.size();
        std::size_t first = count;
        for (std::size_t s = 0; s < count; ++s) first = std::min(first, store_.rounds(s));
        for (std::size_t round = first; round < count; ++round) {
            relax_through(round, [&](double share) {
                tell(progress, (static_cast<double>(round) + share) / static_cast<double>(count));
            });
        }
    }

  private:
    /// These columns of a stripe that lies in a slot.
    View at(std::size_t slot, std::size_t stripe, Range cols) const {
        return {slots_[slot], {{0, stripes_[stripe].size()}}, cols};
    }
    void bring(std::size_t slot, std::size_t stripe) {
        memory_.put(at(slot, stripe, all_), store_.read(stripe), used_[slot]);
    }
    void take_back(std::size_t slot, std::size_t stripe, std::size_t rounds) {
        memory_.get(at(slot, stripe, all_), store_.next(stripe), used_[slot]);
        store_.commit(stripe, rounds);
    }

    /// The stripes still to be relaxed through the pivots of a round; the one with the next pivots
    /// is last.
    std::vector<std::size_t> others(std::size_t round) const {
        std::vector<std::size_t> found;
        for (std::size_t s = 0; s < stripes_.size(); ++s) {
            if (s != round && s != round + 1 && store_.rounds(s) == round) found.push_back(s);
        }
        const std::size_t next = round + 1;
        if (next < stripes_.size() && store_.rounds(next) == round) found.push_back(next);
        return found;
    }

    void relax_through(std::size_t round, const Progress& progress) {
        if (resident_ != round) bring(panel_, round);
        const bool was_closed = store_.rounds(round) > round;
        if (!was_closed) {
            close_rows(tiles_, at(panel_, round, all_), at(panel_, round, stripes_[round]));
            used_[panel_] = memory_.mark();
        }
        const auto stripes = others(round);
        std::size_t slot = free_[0], other = free_[1];  // one is computed in, the other copied
        if (!stripes.empty()) bring(slot, stripes.front());
        for (std::size_t i = 0; i < stripes.size(); ++i) {
            tiles_.update(at(slot, stripes[i], all_), at(slot, stripes[i], stripes_[round]),
                          at(panel_, round, all_));
            const Mark relaxed = memory_.mark();
            used_[slot] = relaxed;
            if (i == 0 && !was_closed) take_back(panel_, round, round + 1);
            if (i > 0) take_back(other, stripes[i - 1], round + 1);
            used_[panel_] = relaxed;
            if (i + 1 < stripes.size()) bring(other, stripes[i + 1]);
            std::swap(slot, other);
            progress(static_cast<double>(i + 1) / static_cast<double>(stripes.size()));
        }
        if (stripes.empty()) {
            if (!was_closed) take_back(panel_, round, round + 1);
        } else if (stripes.back() == round + 1) {
            // This stripe stays as the next panel. The old panel's slot is reused last, since it is
            // still read.
            free_[0] = slot;
            free_[1] = panel_;
            panel_ = other;
            resident_ = round + 1;
        } else {
            take_back(other, stripes.back(), round + 1);
        }
    }

    Tiles& tiles_;
    DeviceMemory& memory_;
    const StreamSlots& slots_;
    const std::vector<Range>& stripes_;
    StripeStore& store_;
    Range all_;
    std::size_t panel_ = 0;                                  // the slot of the pivots
    std::size_t free_[2] = {1, 2};                           // the others
    std::size_t resident_ = kNone;                           // the stripe that stayed in `panel_`
    Mark used_[kStreamSlots] = {kNoMark, kNoMark, kNoMark};  // when a slot was last used
};

}  // namespace

void kleene_streamed(Tiles& tiles, DeviceMemory& memory, const StreamSlots& slots,
                     const std::vector<Range>& stripes, StripeStore& store,
                     const Progress& progress) {
    StreamSchedule(tiles, memory, slots, stripes, store).run(progress);
}

}  // namespace apsp

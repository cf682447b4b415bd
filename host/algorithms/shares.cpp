// See shares.hpp.
#include "algorithms/shares.hpp"

#include <algorithm>
#include <array>

#include "algorithms/algorithms.hpp"
#include "core/stopwatch.hpp"

namespace apsp {
namespace {

bool contains(Range all, Range part) {
    return all.first <= part.first && part.last <= all.last;
}

class ShareSchedule {
  public:
    ShareSchedule(const Share& share, std::span<const Range> steps, std::size_t all, Panels* panels)
        : engine_(share.engine),
          stripes_(share.stripes),
          steps_(steps),
          all_{0, all},
          panels_(panels) {}

    double run(const std::function<void(double)>& progress) {
        if (holder(steps_.front()) != kNone) send(0, close(0));
        for (std::size_t step = 0; step < steps_.size(); ++step) {
            relax_through(step);
            if (!progress) continue;
            engine_.throttle();
            progress(static_cast<double>(steps_[step].last) / static_cast<double>(all_.last));
        }
        return waited_;
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    /// The stripe of this engine's that has these rows.
    std::size_t holder(Range rows) const {
        const auto found = std::ranges::find_if(
            stripes_, [&](const Range& stripe) { return contains(stripe, rows); });
        return found == stripes_.end() ? kNone : static_cast<std::size_t>(found - stripes_.begin());
    }

    /// Closes the pivots of a step of this engine's, whose rows have been relaxed through all
    /// before. Returns the moment after.
    Mark close(std::size_t step) {
        const std::size_t stripe = holder(steps_[step]);
        engine_.work_on(stripe, stripe);
        close_rows(engine_, steps_[step], all_);
        return engine_.mark();
    }
    void send(std::size_t step, Mark closed) {
        if (panels_ == nullptr) return;
        const Stopwatch watch;
        void* const panel = panels_->outgoing(step);
        waited_ += watch.seconds();
        engine_.get(holder(steps_[step]), steps_[step], panel, closed);
        panels_->send(step);
    }

    /// The stripe where the panel of a step is, brought there if it is another engine's.
    std::size_t panel(std::size_t step) {
        if (const std::size_t own = holder(steps_[step]); own != kNone) return own;
        const std::size_t stripe = stripes_.size() + step % 2;
        const Stopwatch watch;
        const void* const rows = panels_->receive(step);
        waited_ += watch.seconds();
        engine_.place(stripe, steps_[step]);
        engine_.put(stripe, steps_[step], rows, free_[step % 2]);
        panels_->release(step);
        return stripe;
    }

    void relax_through(std::size_t step) {
        const Range pivots = steps_[step];
        const std::size_t source = panel(step);
        // What is not relaxed with the rest: the pivots, and the next ones, which go first.
        Range apart = holder(pivots) != kNone ? pivots : Range{pivots.last, pivots.last};
        const bool closes_next = step + 1 < steps_.size() && holder(steps_[step + 1]) != kNone;
        Mark closed = 0;
        if (closes_next) {
            const Range next = steps_[step + 1];
            engine_.work_on(holder(next), source);
            engine_.update({next}, pivots, all_);
            closed = close(step + 1);
            apart = {apart.first, next.last};
            if (!engine_.asynchronous()) send(step + 1, closed);
        }
        for (std::size_t stripe = 0; stripe < stripes_.size(); ++stripe) {
            const Range rows = stripes_[stripe];
            const Range gap = {std::clamp(apart.first, rows.first, rows.last),
                               std::clamp(apart.last, rows.first, rows.last)};
            if (gap.size() == rows.size()) continue;
            engine_.work_on(stripe, source);
            engine_.update({rows, gap.size() == 0 ? Range{} : gap}, pivots, all_);
        }
        free_[step % 2] = engine_.mark();
        if (closes_next && engine_.asynchronous()) send(step + 1, closed);
    }

    Engine& engine_;
    const std::vector<Range>& stripes_;
    std::span<const Range> steps_;
    Range all_;
    Panels* panels_;
    std::array<Mark, 2> free_ = {kNoMark, kNoMark};  // when the stripes for panels were last read
    double waited_ = 0;
};

}  // namespace

std::vector<Range> panel_steps(std::span<const Range> stripes, std::size_t block) {
    std::vector<Range> steps;
    for (const Range stripe : stripes) {
        for (std::size_t first = stripe.first; first < stripe.last; first += block) {
            steps.push_back({first, std::min(first + block, stripe.last)});
        }
    }
    return steps;
}

double kleene_share(const Share& share, std::span<const Range> steps, std::size_t all,
                    Panels* panels, const std::function<void(double)>& progress) {
    return ShareSchedule(share, steps, all, panels).run(progress);
}

}  // namespace apsp

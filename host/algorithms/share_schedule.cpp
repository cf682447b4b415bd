// See share_schedule.hpp.
#include "algorithms/share_schedule.hpp"

#include <algorithm>

#include "graph/padding.hpp"

namespace apsp {

Range in_padding(Range cols) {
    return {cols.first / kPadding * kPadding, padded(cols.last)};
}

ShareSchedule::ShareSchedule(const Share& share, std::span<const Range> steps)
    : share_(share),
      tiles_(share.tiles),
      memory_(share.memory),
      own_{0, share.cols.size()},
      rows_{share.stripes.front().rows.first, share.stripes.back().rows.last},
      steps_(steps) {}

const Stripe* ShareSchedule::holder(std::size_t step) const {
    const auto found = std::ranges::find_if(
        share_.stripes, [&](const Stripe& stripe) { return contains(stripe.rows, steps_[step]); });
    return found == share_.stripes.end() ? nullptr : &*found;
}

View ShareSchedule::of(const Stripe& stripe, Rows rows, Range cols) {
    const auto in_slab = [&](Range r) { return shifted(r, stripe.rows.first, 0); };
    return {
        stripe.slab, {in_slab(rows.all), rows.gap.size() == 0 ? Range{} : in_slab(rows.gap)}, cols};
}

/// A panel of the host's memory as a slab.
Slab ShareSchedule::slab_at(const void* panel) {
    const auto known = std::ranges::find(panels_, panel, &std::pair<const void*, Slab>::first);
    if (known != panels_.end()) return known->second;
    const std::size_t rows = std::ranges::max(steps_, {}, &Range::size).size();
    const Slab slab = memory_.allocate(rows, own_.size(), const_cast<void*>(panel));
    panels_.emplace_back(panel, slab);
    return slab;
}

/// Where another engine's rows are, or are to be brought.
View ShareSchedule::row_slab(std::size_t step) {
    const bool in_place = memory_.in_place();
    return {in_place ? slab_at(share_.row_panels->incoming(step)) : share_.row_slabs[step % 2],
            {{0, steps_[step].size()}},
            own_};
}

View ShareSchedule::pivots_of(const Stripe& stripe, Rows rows, std::size_t step) const {
    const Range pivots = steps_[step];
    if (has_columns(step)) return of(stripe, rows, shifted(pivots, share_.cols.first, 0));
    const Stripe panel = {rows_, share_.column_slabs[step % 2]};
    return of(panel, rows, {0, pivots.size()});
}

Range ShareSchedule::set_apart(std::size_t step, bool next_rows) const {
    const std::size_t last = steps_[step].last;
    return {has_rows(step) ? steps_[step].first : last, next_rows ? steps_[step + 1].last : last};
}

void ShareSchedule::relax(Range rows, Range apart, std::size_t step, const View& panel, Range cols,
                          Part part) {
    for_each_stripe(rows, [&](const Stripe& stripe, Range some) {
        const Rows relaxed = {some, cut(apart, some)};
        if (relaxed.size() == 0) return;
        tiles_.update(of(stripe, relaxed, cols), pivots_of(stripe, relaxed, step),
                      {panel.slab, panel.rows, cols}, part);
    });
}

Mark ShareSchedule::close(std::size_t step) {
    close_rows(tiles_, pivot_rows(step), pivots_of(*holder(step), {steps_[step]}, step));
    return memory_.mark();
}

void ShareSchedule::send_rows(std::size_t step, Mark closed) {
    Panels* const panels = share_.row_panels;
    if (panels == nullptr) return;
    void* const panel = waiting([&] { return panels->outgoing(step); });
    memory_.get(pivot_rows(step), panel, closed,
                [&](std::size_t bytes) { panels->send(step, bytes); });
}

void ShareSchedule::receive(Panels& panels, std::size_t step, const View& to, Mark free) {
    memory_.put(to, panels.incoming(step), free,
                [&](std::size_t bytes) { waiting([&] { panels.receive(step, bytes); }); });
}

View ShareSchedule::row_panel(std::size_t step) {
    if (has_rows(step)) return pivot_rows(step);
    const View rows = row_slab(step);
    receive(*share_.row_panels, step, rows, free_[step % 2]);
    if (memory_.in_place()) {
        reads_.push_back(step);
    } else {
        share_.row_panels->release(step);
    }
    return rows;
}

/// Lets go of panels that were read where they are, of the steps before this one.
void ShareSchedule::release_read(std::size_t step) {
    for (; !reads_.empty() && reads_.front() < step; reads_.pop_front()) {
        memory_.wait(free_[reads_.front() % 2]);
        share_.row_panels->release(reads_.front());
    }
}

/// Adds how long a device that runs beside the host had nothing to do before a step: the host's
/// waiting for panels does not count while the device still works.
void ShareSchedule::add_idle(std::size_t step) {
    idle_ += memory_.seconds_between(ended_[(step - 1) % 3], begun_[step % 3]);
}

void ShareSchedule::finish_step(std::size_t first, std::size_t step, bool goes_on,
                                const Progress& progress) {
    const bool beside = memory_.asynchronous();
    release_read(beside && goes_on ? step : step + 1);
    if (beside && step > first + 1) add_idle(step - 1);
    tell(progress,
         static_cast<double>(steps_[step].last) / static_cast<double>(steps_.back().last));
}

}  // namespace apsp

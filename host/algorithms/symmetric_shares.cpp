// See symmetric_shares.hpp.
#include "algorithms/symmetric_shares.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/share_schedule.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

class SymmetricSchedule : ShareSchedule {
  public:
    SymmetricSchedule(const SymmetricShare& symmetric, std::span<const Range> steps)
        : ShareSchedule(symmetric.share, steps), symmetric_(symmetric) {}

    double run(const Progress& progress) {
        const std::size_t count = steps_.size();
        if (has_rows(0)) send_rows(0, close(0));
        for (std::size_t step = 0; step < count; ++step) {
            const bool goes_on = step + 1 < count;
            relax_through(step, goes_on);
            finish_step(0, step, goes_on, progress);
        }
        const Mark relaxed = memory_.mark();
        for (std::size_t step = 0; step < count; ++step) {
            if (has_rows(step)) complete(step, count + step, relaxed);
            if (is_above(step)) send_columns(step, count + step, turn(step));
        }
        return idle();
    }

  private:
    /// Whether all of the engine's rows are above those of the step.
    bool is_above(std::size_t step) const { return rows_.last <= steps_[step].first; }

    /// Makes the column panel of a step, of rows above. Returns the moment after.
    Mark turn(std::size_t step) {
        for_each_stripe(rows_, [&](const Stripe& stripe, Range rows) {
            tiles_.transpose({symmetric_.turned, {{0, steps_[step].size()}}, among_own(rows)},
                             of(stripe, {rows}, steps_[step]));
        });
        return memory_.mark();
    }
    Range among_own(Range rows) const { return shifted(rows, rows_.first, 0); }

    /// `panel` is its number.
    void send_columns(std::size_t step, std::size_t panel, Mark turned) {
        Panels& panels = *share_.column_panels;
        void* const to = waiting([&] { return panels.outgoing(panel); });
        memory_.get({symmetric_.turned, {{0, steps_[step].size()}}, {0, rows_.size()}}, to, turned,
                    [&](std::size_t bytes) { panels.send(panel, bytes); });
    }

    /// Completes the rows of a step of this engine's, once what has used their left part is done.
    void complete(std::size_t step, std::size_t panel, Mark used) {
        const Stripe& own = *holder(step);
        for (const SymmetricShare::Above& above : symmetric_.above) {
            receive(*above.columns, panel, of(own, {steps_[step]}, above.rows), used);
            above.columns->release(panel);
        }
        for_each_stripe({rows_.first, steps_[step].first}, [&](const Stripe& stripe, Range rows) {
            tiles_.transpose(of(own, {steps_[step]}, rows), of(stripe, {rows}, steps_[step]));
        });
        tiles_.mirror(of(own, {steps_[step]}, steps_[step]));
    }

    void relax_through(std::size_t step, bool goes_on) {
        const View panel = row_panel(step);
        const bool beside = memory_.asynchronous();
        const bool next_rows = goes_on && has_rows(step + 1);
        const bool next_columns = goes_on && is_above(step + 1);
        const Range apart = set_apart(step, next_rows);
        begin_step(step);
        fill_columns(step, panel);
        if (next_rows || next_columns) {
            const Range next = steps_[step + 1];
            relax({rows_.first, std::min(rows_.last, next.first)}, apart, step, panel,
                  in_padding(next));
            if (next_rows) relax(next, {}, step, panel, from(next.first));
        }
        const Mark relaxed = next_columns ? turn(step + 1) : memory_.mark();
        if (next_columns && !beside) send_columns(step + 1, step + 1, relaxed);
        // Column panels are on their way during the first half, row panels during the second.
        relax_rest({rows_.first, middle()}, apart, step, panel);
        if (next_columns && beside) send_columns(step + 1, step + 1, relaxed);
        Mark closed = kNoMark;
        if (next_rows) {
            complete(step + 1, step + 1, relaxed);
            tiles_.begin_ahead();
            closed = close(step + 1);
            tiles_.end_ahead();
            if (!beside) send_rows(step + 1, closed);
        }
        relax_rest({middle(), rows_.last}, apart, step, panel);
        end_step(step);
        if (next_rows && beside) send_rows(step + 1, closed);
    }

    /// The columns of a step in the rows below it, from its row panel.
    void fill_columns(std::size_t step, const View& panel) {
        const Range below = cut({steps_[step].last, own_.last}, rows_);
        for_each_stripe(below, [&](const Stripe& stripe, Range rows) {
            tiles_.transpose(of(stripe, {rows}, steps_[step]), {panel.slab, panel.rows, rows});
        });
    }

    /// Halves the work, not the rows.
    std::size_t middle() const {
        const auto to_end = [&](std::size_t row) { return static_cast<double>(own_.last - row); };
        const double half =
            (std::pow(to_end(rows_.first), 2) + std::pow(to_end(rows_.last), 2)) / 2;
        const auto row = own_.last - static_cast<std::size_t>(std::sqrt(half));
        return std::clamp(row / kPadding * kPadding, rows_.first, rows_.last);
    }

    /// The columns from one on, as updates take them.
    Range from(std::size_t column) const { return {column / kPadding * kPadding, own_.last}; }

    /// Relaxes these rows without those apart: what is on or above the diagonal.
    void relax_rest(Range rows, Range apart, std::size_t step, const View& panel) {
        for_each_stripe(rows, [&](const Stripe&, Range some) {
            relax(some, apart, step, panel, from(some.first), Part::upper);
        });
    }

    const SymmetricShare& symmetric_;
};

}  // namespace

double kleene_symmetric_share(const SymmetricShare& share, std::span<const Range> steps,
                              const Progress& progress) {
    return SymmetricSchedule(share, steps).run(progress);
}

}  // namespace apsp

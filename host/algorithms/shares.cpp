// See shares.hpp.
#include <algorithm>

#include "algorithms/share_schedule.hpp"

namespace apsp {
namespace {

/// All rows through all pivots; or, of a grid, the columns that the engine has.
class WholeSchedule : ShareSchedule {
  public:
    WholeSchedule(const Share& share, std::span<const Range> steps) : ShareSchedule(share, steps) {}

    double run(Range turns, const Progress& progress) {
        begin(turns.first);
        for (std::size_t step = turns.first; step < turns.last; ++step) {
            const bool goes_on = step + 1 < turns.last;
            relax_through(step, goes_on);
            finish_step(turns.first, step, goes_on);
            tell(progress,
                 static_cast<double>(steps_[step].last) / static_cast<double>(steps_.back().last));
        }
        return idle();
    }

  private:
    bool has_columns(std::size_t step) const { return contains(share_.cols, steps_[step]); }

    /// The step's pivots in these rows of a stripe: its own columns, or those of a column panel.
    View pivots_of(const Stripe& stripe, Rows rows, std::size_t step) const {
        const Range pivots = steps_[step];
        if (has_columns(step)) return of(stripe, rows, shifted(pivots, share_.cols.first, 0));
        const Stripe panel = {rows_, share_.column_slabs[step % 2]};
        return of(panel, rows, {0, pivots.size()});
    }
    Mark close_pivots(std::size_t step) {
        return close(step, pivots_of(*holder(step), {steps_[step]}, step));
    }
    void send_columns(std::size_t step, Mark relaxed) {
        Panels* const panels = share_.column_panels;
        auto* const panel =
            static_cast<unsigned char*>(waiting([&] { return panels->outgoing(step); }));
        const std::size_t row_bytes = steps_[step].size() * share_.element_bytes;
        for (const Stripe& stripe : share_.stripes) {
            const std::size_t before = (stripe.rows.first - rows_.first) * row_bytes;
            memory_.get(pivots_of(stripe, {stripe.rows}, step), panel + before, relaxed,
                        [&](std::size_t bytes) { panels->send(step, before + bytes); });
        }
    }
    void receive_columns(std::size_t step) {
        receive(*share_.column_panels, step,
                {share_.column_slabs[step % 2], {{0, rows_.size()}}, {0, steps_[step].size()}},
                free_[step % 2]);
        share_.column_panels->release(step);
    }

    /// What the first step needs.
    void begin(std::size_t step) {
        if (share_.column_panels != nullptr) {
            has_columns(step) ? send_columns(step, memory_.mark()) : receive_columns(step);
        }
        if (has_rows(step)) send_rows(step, close_pivots(step));
    }

    void relax_through(std::size_t step, bool goes_on) {
        const View panel = row_panel(step);
        begin_step(step);
        const bool next_rows = goes_on && has_rows(step + 1);
        // Column panels are on their way during the first half, row panels during the second.
        const bool exchange = goes_on && share_.column_panels != nullptr;
        const bool next_columns = exchange && has_columns(step + 1);
        const bool beside = memory_.asynchronous();
        const std::size_t last = steps_[step].last;
        // What is not relaxed with the rest: the pivots, and the next ones, which go first.
        const Range apart = {has_rows(step) ? steps_[step].first : last,
                             next_rows ? steps_[step + 1].last : last};
        Mark closed = kNoMark;
        if (next_rows) {
            tiles_.begin_ahead();
            relax(steps_[step + 1], {}, step, panel, own_);
            if (!exchange) closed = close_pivots(step + 1);
            tiles_.end_ahead();
            if (!exchange && !beside) send_rows(step + 1, closed);
        }
        if (exchange) {
            if (next_columns) {
                relax(rows_, apart, step, panel,
                      in_padding(shifted(steps_[step + 1], share_.cols.first, 0)));
            }
            const Mark relaxed = next_columns ? memory_.mark() : kNoMark;
            if (next_columns && !beside) send_columns(step + 1, relaxed);
            relax({rows_.first, middle(step)}, apart, step, panel, own_);
            if (next_columns && beside) send_columns(step + 1, relaxed);
            if (!next_columns) receive_columns(step + 1);
            if (next_rows) {
                tiles_.begin_ahead();
                closed = close_pivots(step + 1);
                tiles_.end_ahead();
                if (!beside) send_rows(step + 1, closed);
            }
        }
        relax({exchange ? middle(step) : rows_.first, rows_.last}, apart, step, panel, own_);
        end_step(step);
        if (next_rows && beside) send_rows(step + 1, closed);
    }

    std::size_t middle(std::size_t step) const {
        const std::size_t unit = padded(steps_[step].size());
        return rows_.first + rows_.size() / 2 / unit * unit;
    }

    /// Relaxes these rows without those apart, in these columns of the slabs.
    void relax(Range rows, Range apart, std::size_t step, const View& panel, Range cols) {
        for (const Stripe& stripe : share_.stripes) {
            const Range all = cut(rows, stripe.rows);
            const Range gap = cut(apart, all);
            if (gap.size() == all.size()) continue;
            const Rows relaxed = {all, gap};
            tiles_.update(of(stripe, relaxed, cols), pivots_of(stripe, relaxed, step),
                          {panel.slab, panel.rows, cols});
        }
    }
};

}  // namespace

double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const Progress& progress) {
    return WholeSchedule(share, steps).run(turns, progress);
}

}  // namespace apsp

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
            finish_step(turns.first, step, goes_on, progress);
        }
        return idle();
    }

  private:
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
        if (has_rows(step)) send_rows(step, close(step));
    }

    void relax_through(std::size_t step, bool goes_on) {
        const View panel = row_panel(step);
        begin_step(step);
        const bool next_rows = goes_on && has_rows(step + 1);
        // Column panels are on their way during the first half, row panels during the second.
        const bool exchange = goes_on && share_.column_panels != nullptr;
        const bool next_columns = exchange && has_columns(step + 1);
        const bool beside = memory_.asynchronous();
        const Range apart = set_apart(step, next_rows);
        Mark closed = kNoMark;
        if (next_rows) {
            tiles_.begin_ahead();
            relax(steps_[step + 1], {}, step, panel, own_);
            if (!exchange) closed = close(step + 1);
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
                closed = close(step + 1);
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
};

}  // namespace

double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const Progress& progress) {
    return WholeSchedule(share, steps).run(turns, progress);
}

}  // namespace apsp

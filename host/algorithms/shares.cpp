// See shares.hpp.
#include "algorithms/shares.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "base/stopwatch.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

/// The columns around these that an update takes.
Range in_padding(Range cols) {
    return {cols.first / kPadding * kPadding, padded(cols.last)};
}

class ShareSchedule {
  public:
    ShareSchedule(const Share& share, std::span<const Range> steps)
        : share_(share),
          tiles_(share.tiles),
          memory_(share.memory),
          own_{0, share.cols.size()},
          rows_{share.stripes.front().rows.first, share.stripes.back().rows.last},
          steps_(steps) {}

    double run(Range turns, const Progress& progress) {
        const bool beside = memory_.asynchronous();
        begin(turns.first);
        for (std::size_t step = turns.first; step < turns.last; ++step) {
            relax_through(step, step + 1 < turns.last);
            release_read(beside && step + 1 < turns.last ? step : step + 1);
            if (beside && step > turns.first + 1) add_idle(step - 1);
            tell(progress,
                 static_cast<double>(steps_[step].last) / static_cast<double>(steps_.back().last));
        }
        return beside ? idle_ : waited_;
    }

  private:
    /// The stripe of this engine's that has the step's rows; null if none has.
    const Stripe* holder(std::size_t step) const {
        const auto found = std::ranges::find_if(share_.stripes, [&](const Stripe& stripe) {
            return contains(stripe.rows, steps_[step]);
        });
        return found == share_.stripes.end() ? nullptr : &*found;
    }
    bool has_rows(std::size_t step) const { return holder(step) != nullptr; }
    bool has_columns(std::size_t step) const { return contains(share_.cols, steps_[step]); }

    /// These rows of a stripe, in the given columns of its slab.
    static View of(const Stripe& stripe, Rows rows, Range cols) {
        const auto in_slab = [&](Range r) { return shifted(r, stripe.rows.first, 0); };
        return {stripe.slab,
                {in_slab(rows.all), rows.gap.size() == 0 ? Range{} : in_slab(rows.gap)},
                cols};
    }
    /// The step's pivots in these rows of a stripe: its own columns, or those of a column panel.
    View pivots_of(const Stripe& stripe, Rows rows, std::size_t step) const {
        const Range pivots = steps_[step];
        if (has_columns(step)) return of(stripe, rows, shifted(pivots, share_.cols.first, 0));
        const Stripe panel = {rows_, share_.column_slabs[step % 2]};
        return of(panel, rows, {0, pivots.size()});
    }
    /// The step's rows in this engine's columns, of its own.
    View pivot_rows(std::size_t step) const { return of(*holder(step), {steps_[step]}, own_); }
    /// Where another engine's rows are, or are to be brought.
    View row_slab(std::size_t step) {
        const bool in_place = memory_.in_place();
        return {in_place ? slab_at(share_.row_panels->incoming(step)) : share_.row_slabs[step % 2],
                {{0, steps_[step].size()}},
                own_};
    }
    /// A panel of the host's memory as a slab.
    Slab slab_at(const void* panel) {
        const auto known = std::ranges::find(panels_, panel, &std::pair<const void*, Slab>::first);
        if (known != panels_.end()) return known->second;
        const std::size_t rows = std::ranges::max(steps_, {}, &Range::size).size();
        const Slab slab = memory_.allocate(rows, own_.size(), const_cast<void*>(panel));
        panels_.emplace_back(panel, slab);
        return slab;
    }

    template <class F>
    auto waiting(F&& f) {
        struct Lap {
            double& total;
            Stopwatch watch = {};
            ~Lap() { total += watch.seconds(); }
        } const lap{waited_};
        return f();
    }

    /// Adds how long a device that runs beside the host had nothing to do before a step: the host's
    /// waiting for panels does not count while the device still works.
    void add_idle(std::size_t step) {
        idle_ += memory_.seconds_between(ended_[(step - 1) % 3], begun_[step % 3]);
    }

    /// Closes the pivots of a step of this engine's, and relaxes their rows, which have been
    /// relaxed through all before. Returns the moment after.
    Mark close(std::size_t step) {
        close_rows(tiles_, pivot_rows(step), pivots_of(*holder(step), {steps_[step]}, step));
        return memory_.mark();
    }
    void send_rows(std::size_t step, Mark closed) {
        Panels* const panels = share_.row_panels;
        if (panels == nullptr) return;
        void* const panel = waiting([&] { return panels->outgoing(step); });
        memory_.get(pivot_rows(step), panel, closed,
                    [&](std::size_t bytes) { panels->send(step, bytes); });
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
    void receive(Panels& panels, std::size_t step, const View& to) {
        memory_.put(to, panels.incoming(step), free_[step % 2],
                    [&](std::size_t bytes) { waiting([&] { panels.receive(step, bytes); }); });
    }
    void receive_columns(std::size_t step) {
        receive(*share_.column_panels, step,
                {share_.column_slabs[step % 2], {{0, rows_.size()}}, {0, steps_[step].size()}});
        share_.column_panels->release(step);
    }
    /// Lets go of panels that were read where they are, of the steps before this one.
    void release_read(std::size_t step) {
        for (; !reads_.empty() && reads_.front() < step; reads_.pop_front()) {
            memory_.wait(free_[reads_.front() % 2]);
            share_.row_panels->release(reads_.front());
        }
    }

    /// What the first step needs.
    void begin(std::size_t step) {
        if (share_.column_panels != nullptr) {
            has_columns(step) ? send_columns(step, memory_.mark()) : receive_columns(step);
        }
        if (has_rows(step)) send_rows(step, close(step));
    }

    /// The row panel of a step, brought here if it is another engine's.
    View row_panel(std::size_t step) {
        if (has_rows(step)) return pivot_rows(step);
        const View rows = row_slab(step);
        receive(*share_.row_panels, step, rows);
        if (memory_.in_place()) {
            reads_.push_back(step);
        } else {
            share_.row_panels->release(step);
        }
        return rows;
    }

    void relax_through(std::size_t step, bool goes_on) {
        const View panel = row_panel(step);
        begun_[step % 3] = memory_.mark();
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
        free_[step % 2] = ended_[step % 3] = memory_.mark();
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

    const Share& share_;
    Tiles& tiles_;
    DeviceMemory& memory_;
    Range own_;   // the columns as the stripes have them
    Range rows_;  // all stripes'
    std::span<const Range> steps_;
    std::vector<std::pair<const void*, Slab>> panels_;  // of the host's memory, by their places
    std::deque<std::size_t> reads_;                     // steps whose panels are read there
    std::array<Mark, 2> free_ = {kNoMark, kNoMark};  // when panels of even and odd steps were read
    std::array<Mark, 3> begun_ = {}, ended_ = {};    // of the last steps
    double waited_ = 0, idle_ = 0;                   // seconds of the host, and of the device
};

}  // namespace

double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const Progress& progress) {
    return ShareSchedule(share, steps).run(turns, progress);
}

}  // namespace apsp

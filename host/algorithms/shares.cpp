// See shares.hpp.
#include "algorithms/shares.hpp"

#include <algorithm>
#include <array>

#include "algorithms/algorithms.hpp"
#include "base/stopwatch.hpp"
#include "graph/padding.hpp"

namespace apsp {
namespace {

bool contains(Range all, Range part) {
    return all.first <= part.first && part.last <= all.last;
}
/// The columns around these that an update takes.
Range in_padding(Range cols) {
    return {cols.first / kPadding * kPadding, padded(cols.last)};
}
/// What of `rows` lies in `all`; an empty range of it if nothing.
Range cut(Range rows, Range all) {
    return {std::clamp(rows.first, all.first, all.last),
            std::clamp(rows.last, all.first, all.last)};
}

class ShareSchedule {
  public:
    ShareSchedule(const Share& share, std::span<const Range> steps)
        : engine_(share.engine),
          stripes_(share.stripes),
          cols_(share.cols),
          element_bytes_(share.element_bytes),
          own_{0, share.cols.size()},
          rows_{share.stripes.front().first, share.stripes.back().last},
          block_(share.block),
          steps_(steps),
          row_panels_(share.row_panels),
          column_panels_(share.column_panels) {}

    double run(Range turns, const std::function<void(double)>& progress) {
        begin(turns.first);
        for (std::size_t step = turns.first; step < turns.last; ++step) {
            relax_through(step, step + 1 < turns.last);
            if (!progress) continue;
            engine_.throttle();
            progress(static_cast<double>(steps_[step].last) /
                     static_cast<double>(steps_.back().last));
        }
        number_rows(0);
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
    bool has_rows(std::size_t step) const { return holder(steps_[step]) != kNone; }
    bool has_columns(std::size_t step) const { return contains(cols_, steps_[step]); }

    /// The step's pivots among the columns of the stripes.
    Range via(std::size_t step) const {
        const Range pivots = steps_[step];
        if (has_columns(step)) return {pivots.first - cols_.first, pivots.last - cols_.first};
        const std::size_t first = own_.last + step % 2 * block_;
        return {first, first + pivots.size()};
    }
    /// An update's pivots have the same number as rows and as columns. So where they are not the
    /// matrix's columns, rows are numbered anew for each step.
    void number_rows_for(std::size_t step) { number_rows(via(step).first - steps_[step].first); }
    void number_rows(std::size_t shift) {
        shift_ = shift;
        for (std::size_t s = 0; s < stripes_.size(); ++s) engine_.place(s, at(stripes_[s]));
    }
    Range at(Range rows) const { return {rows.first + shift_, rows.last + shift_}; }

    template <class F>
    auto waiting(F&& f) {
        const Stopwatch watch;
        const auto result = f();
        waited_ += watch.seconds();
        return result;
    }

    /// Closes the pivots of a step of this engine's, and relaxes their rows, which have been
    /// relaxed through all before. Returns the moment after.
    Mark close(std::size_t step) {
        const std::size_t stripe = holder(steps_[step]);
        number_rows_for(step);
        engine_.work_on(stripe, stripe);
        // Between the own columns and the pivots there may be another panel's: its rows are behind.
        close_rows(engine_, via(step), {0, std::max(own_.last, via(step).last)});
        return engine_.mark();
    }
    void send_rows(std::size_t step, Mark closed) {
        if (row_panels_ == nullptr) return;
        void* const panel = waiting([&] { return row_panels_->outgoing(step); });
        number_rows_for(step);
        engine_.get(holder(steps_[step]), {at(steps_[step]), own_}, panel, closed);
        row_panels_->send(step);
    }
    void send_columns(std::size_t step, Mark relaxed) {
        auto* panel =
            static_cast<unsigned char*>(waiting([&] { return column_panels_->outgoing(step); }));
        for_each_column_piece(step, [&](std::size_t stripe, const Piece& piece, std::size_t first) {
            engine_.get(stripe, piece, panel + first * element_bytes_, relaxed);
        });
        column_panels_->send(step);
    }
    void receive_columns(std::size_t step) {
        const auto* panel = static_cast<const unsigned char*>(
            waiting([&] { return column_panels_->receive(step); }));
        for_each_column_piece(step, [&](std::size_t stripe, const Piece& piece, std::size_t first) {
            engine_.put(stripe, piece, panel + first * element_bytes_, free_[step % 2]);
        });
        column_panels_->release(step);
    }
    /// Calls f(stripe, piece, elements of the panel before it).
    template <class F>
    void for_each_column_piece(std::size_t step, F&& f) const {
        for (std::size_t s = 0; s < stripes_.size(); ++s) {
            f(s, Piece{at(stripes_[s]), via(step)},
              (stripes_[s].first - rows_.first) * steps_[step].size());
        }
    }

    /// What the first step needs.
    void begin(std::size_t step) {
        if (column_panels_ != nullptr) {
            number_rows_for(step);
            has_columns(step) ? send_columns(step, engine_.mark()) : receive_columns(step);
        }
        if (has_rows(step)) send_rows(step, close(step));
    }

    /// The stripe where the row panel of a step is, brought there if it is another engine's.
    std::size_t row_panel(std::size_t step) {
        if (has_rows(step)) return holder(steps_[step]);
        const std::size_t stripe = stripes_.size() + step % 2;
        const void* const rows = waiting([&] { return row_panels_->receive(step); });
        engine_.place(stripe, via(step));
        engine_.put(stripe, {via(step), own_}, rows, free_[step % 2]);
        row_panels_->release(step);
        return stripe;
    }

    void relax_through(std::size_t step, bool goes_on) {
        const std::size_t source = row_panel(step);
        const bool next_rows = goes_on && has_rows(step + 1);
        const bool next_columns = goes_on && column_panels_ != nullptr && has_columns(step + 1);
        const Range none = {steps_[step].last, steps_[step].last};
        // What is not relaxed with the rest: the pivots, and the next ones, which go first.
        const Range apart = {has_rows(step) ? steps_[step].first : none.first,
                             next_rows ? steps_[step + 1].last : none.last};
        number_rows_for(step);
        if (next_rows) {
            engine_.work_on(holder(steps_[step + 1]), source);
            engine_.update({at(steps_[step + 1])}, via(step), own_);
        }
        if (next_columns) relax(rows_, apart, step, source, in_padding(via(step + 1)));
        // Column panels are on their way during the first half, row panels during the second.
        const bool exchange = goes_on && column_panels_ != nullptr;
        const std::size_t middle =
            rows_.first + (exchange ? rows_.size() / 2 / block_ * block_ : 0);
        const Mark relaxed = next_columns ? engine_.mark() : kNoMark;
        if (next_columns && !engine_.asynchronous()) send_columns(step + 1, relaxed);
        relax({rows_.first, middle}, apart, step, source, own_);
        if (next_columns && engine_.asynchronous()) send_columns(step + 1, relaxed);
        if (exchange && !next_columns) receive_columns(step + 1);
        const Mark closed = next_rows ? close(step + 1) : kNoMark;
        if (next_rows && !engine_.asynchronous()) send_rows(step + 1, closed);
        number_rows_for(step);
        relax({middle, rows_.last}, apart, step, source, own_);
        free_[step % 2] = engine_.mark();
        if (next_rows && engine_.asynchronous()) send_rows(step + 1, closed);
    }

    /// Relaxes these rows without those apart.
    void relax(Range rows, Range apart, std::size_t step, std::size_t source, Range cols) {
        for (std::size_t stripe = 0; stripe < stripes_.size(); ++stripe) {
            const Range all = cut(rows, stripes_[stripe]);
            const Range gap = cut(apart, all);
            if (gap.size() == all.size()) continue;
            engine_.work_on(stripe, source);
            engine_.update({at(all), gap.size() == 0 ? Range{} : at(gap)}, via(step), cols);
        }
    }

    Engine& engine_;
    const std::vector<Range>& stripes_;
    Range cols_;  // of the matrix
    std::size_t element_bytes_;
    Range own_;          // the columns as the stripes have them
    Range rows_;         // all stripes'
    std::size_t block_;  // room for a column panel
    std::span<const Range> steps_;
    Panels* row_panels_;
    Panels* column_panels_;
    std::size_t shift_ = 0;
    std::array<Mark, 2> free_ = {kNoMark, kNoMark};  // when panels of even and odd steps were read
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

double kleene_share(const Share& share, std::span<const Range> steps, Range turns,
                    const std::function<void(double)>& progress) {
    return ShareSchedule(share, steps).run(turns, progress);
}

}  // namespace apsp

// What the schedules of a share have in common: where its parts lie, and row panels on their way.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/shares.hpp"
#include "base/stopwatch.hpp"

namespace apsp {

/// The columns around these that an update takes.
Range in_padding(Range cols);

class ShareSchedule {
  protected:
    ShareSchedule(const Share& share, std::span<const Range> steps);

    /// The stripe of this engine's that has the step's rows; null if none has.
    const Stripe* holder(std::size_t step) const;
    bool has_rows(std::size_t step) const { return holder(step) != nullptr; }

    /// These rows of a stripe, in the given columns of its slab.
    static View of(const Stripe& stripe, Rows rows, Range cols);
    /// The step's rows in this engine's columns, of its own.
    View pivot_rows(std::size_t step) const { return of(*holder(step), {steps_[step]}, own_); }

    /// f(), the time of which the host waits.
    template <class F>
    auto waiting(F&& f) {
        struct Lap {
            double& total;
            Stopwatch watch = {};
            ~Lap() { total += watch.seconds(); }
        } const lap{waited_};
        return f();
    }

    /// Calls f(stripe, its rows among these).
    template <class F>
    void for_each_stripe(Range rows, F&& f) const {
        for (const Stripe& stripe : share_.stripes) {
            const Range some = cut(rows, stripe.rows);
            if (some.size() != 0) f(stripe, some);
        }
    }
    bool has_columns(std::size_t step) const { return contains(share_.cols, steps_[step]); }
    /// The step's pivots in these rows of a stripe: its own columns, or those of a column panel.
    View pivots_of(const Stripe& stripe, Rows rows, std::size_t step) const;
    /// What is not relaxed with the rest: the pivots of a step, and those of the next one, if this
    /// engine has them, which go first.
    Range set_apart(std::size_t step, bool next_rows) const;
    /// Relaxes these rows without those apart, in these columns of the slabs.
    void relax(Range rows, Range apart, std::size_t step, const View& panel, Range cols,
               Part part = Part::all);

    /// Closes the pivots of a step of this engine's, and relaxes their rows, which have been
    /// relaxed through all before. Returns the moment after.
    Mark close(std::size_t step);
    void send_rows(std::size_t step, Mark closed);
    void receive(Panels& panels, std::size_t step, const View& to, Mark free);
    /// The row panel of a step, brought here if it is another engine's.
    View row_panel(std::size_t step);

    /// The device begins with the relaxations of a step, and has been given the last of them.
    void begin_step(std::size_t step) { begun_[step % 3] = memory_.mark(); }
    void end_step(std::size_t step) { free_[step % 2] = ended_[step % 3] = memory_.mark(); }
    /// After a step and what belongs to it; the steps begin with `first`.
    void finish_step(std::size_t first, std::size_t step, bool goes_on, const Progress& progress);
    /// Seconds in which the engine had nothing to do.
    double idle() const { return memory_.asynchronous() ? idle_ : waited_; }

    const Share& share_;
    Tiles& tiles_;
    DeviceMemory& memory_;
    Range own_;   // the columns as the stripes have them
    Range rows_;  // all stripes'
    std::span<const Range> steps_;
    std::array<Mark, 2> free_ = {kNoMark, kNoMark};  // when panels of even and odd steps were read

  private:
    View row_slab(std::size_t step);
    Slab slab_at(const void* panel);
    void release_read(std::size_t step);
    void add_idle(std::size_t step);

    std::vector<std::pair<const void*, Slab>> panels_;  // of the host's memory, by their places
    std::deque<std::size_t> reads_;                     // steps whose panels are read there
    std::array<Mark, 3> begun_ = {}, ended_ = {};       // of the last steps
    double waited_ = 0, idle_ = 0;                      // seconds of the host, and of the device
};

}  // namespace apsp

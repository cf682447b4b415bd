// Panels (see algorithms/shares.hpp) between processes: non-blocking broadcasts, which MPI carries
// while the engine computes.
//
// Two threads share rings of buffers. One computes and calls what Panels has. The other, the only
// one that calls MPI, posts the broadcasts in the order of steps: one of this rank's own panels
// when it has been handed over, one of another rank's as soon as a buffer is free, so that it waits
// for the panel and not the other way round.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "algorithms/shares.hpp"
#include "base/stopwatch.hpp"

namespace apsp::mpi {

class MpiPanels final : public Panels {
  public:
    static constexpr std::size_t kSlots = 3;
    /// Memory for so many bytes.
    using Allocate = std::function<std::shared_ptr<void>(std::size_t)>;

    /// `roots[step]` is the rank of `comm` that has the step's pivots, of `pivot_bytes` each.
    MpiPanels(MPI_Comm comm, std::vector<Range> steps, std::vector<int> roots,
              std::size_t pivot_bytes, const Allocate& allocate);
    ~MpiPanels() override;
    MpiPanels(const MpiPanels&) = delete;
    MpiPanels& operator=(const MpiPanels&) = delete;

    void* outgoing(std::size_t step) override;
    void send(std::size_t step) override;
    const void* receive(std::size_t step) override;
    void release(std::size_t step) override;

    // For `carry`, below.
    void begin(Range turns);
    /// Posts and tests. Whether anything has moved.
    bool advance();
    bool done() const { return carried_ == turns_.last; }
    /// Whether the thread that computes waits for a panel.
    bool wanted() const { return waiting_; }
    bool stopped() const { return stopped_; }
    /// Makes `carry` return; the other thread has failed.
    void stop() { stopped_ = true; }
    /// Seconds between handing over this rank's own panels and MPI's word that they are on their
    /// way.
    double sending_seconds() const { return sending_; }

  private:
    /// A buffer is free, then filled and posted for an own panel, or posted and arrived for
    /// another's.
    enum class State { free, filling, filled, posted, arrived };
    struct Slot {
        std::shared_ptr<void> memory;
        State state = State::free;
        std::size_t step = 0;  // that it is, or was last, for
        MPI_Request request = MPI_REQUEST_NULL;
        Stopwatch handed_over;
    };
    Slot& slot_of(std::size_t step) { return slots_[step % kSlots]; }
    void set(Slot& slot, State state);
    template <class Condition>
    void wait(Condition&& condition);
    bool post(std::size_t step);
    bool test(Slot& slot);

    MPI_Comm comm_;
    std::vector<Range> steps_;
    std::vector<int> roots_;
    int rank_ = 0;
    MPI_Datatype pivot_ = MPI_DATATYPE_NULL;  // so that a panel may have more than 2 GiB
    Range turns_;                             // that are carried now
    std::size_t posted_ = 0, carried_ = 0;    // steps, in order, and any
    std::array<Slot, kSlots> slots_;
    std::mutex mutex_;  // over states
    std::condition_variable changed_;
    std::atomic<bool> waiting_ = false;  // the thread that computes
    std::atomic<bool> stopped_ = false;
    double sending_ = 0;
};

/// Carries the panels of the steps first .. last - 1, or until `stop` of any of them.
/// `own_processor`: this thread has a processor that no other thread needs.
void carry(std::span<MpiPanels* const> panels, Range turns, bool own_processor);

}  // namespace apsp::mpi

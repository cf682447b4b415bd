// Panels (see algorithms/shares.hpp) between processes: non-blocking broadcasts, which MPI carries
// while the engine computes.
//
// Two threads share a ring of buffers. One computes and calls what Panels has. The other, the only
// one that calls MPI, posts the broadcasts in the order of steps: one of this rank's own panels
// when it has been handed over, one of another rank's as soon as a buffer is free, so that it waits
// for the panel and not the other way round.
#pragma once

#include <mpi.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "algorithms/shares.hpp"
#include "core/host_memory.hpp"
#include "core/stopwatch.hpp"

namespace apsp::mpi {

class MpiPanels final : public Panels {
  public:
    /// `roots[step]` is the rank of `comm` that has the step's rows, of `row_bytes` each.
    /// `own_processor`: the thread that carries has a processor that no other thread needs.
    MpiPanels(MPI_Comm comm, std::vector<Range> steps, std::vector<int> roots,
              std::size_t row_bytes, bool own_processor);
    ~MpiPanels() override;
    MpiPanels(const MpiPanels&) = delete;
    MpiPanels& operator=(const MpiPanels&) = delete;

    void* outgoing(std::size_t step) override;
    void send(std::size_t step) override;
    const void* receive(std::size_t step) override;
    void release(std::size_t step) override;

    /// Carries the panels of all steps, or until `stop`.
    void carry();
    void stop();
    /// Seconds between handing over this rank's own panels and MPI's word that they are on their
    /// way.
    double sending_seconds() const { return sending_; }

  private:
    /// A buffer is free, then filled and posted for an own panel, or posted and arrived for
    /// another's.
    enum class State { free, filling, filled, posted, arrived };
    struct Slot {
        HostMemory memory;
        State state = State::free;
        std::size_t step = 0;  // that it is, or was last, for
        MPI_Request request = MPI_REQUEST_NULL;
        Stopwatch handed_over;
    };
    static constexpr std::size_t kSlots = 3;

    Slot& slot_of(std::size_t step) { return slots_[step % kSlots]; }
    void set(Slot& slot, State state);
    template <class Condition>
    void wait(Condition&& condition);
    bool post(std::size_t step);
    bool test(Slot& slot);

    MPI_Comm comm_;
    bool own_processor_;
    std::vector<Range> steps_;
    std::vector<int> roots_;
    int rank_ = 0;
    MPI_Datatype row_ = MPI_DATATYPE_NULL;  // so that a panel may have more than 2 GiB
    std::array<Slot, kSlots> slots_;
    std::mutex mutex_;  // over states
    std::condition_variable changed_;
    bool waiting_ = false;  // the thread that computes
    bool stopped_ = false;
    double sending_ = 0;
};

}  // namespace apsp::mpi

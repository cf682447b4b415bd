// See mpi_panels.hpp.
#include "mpi/mpi_panels.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "apsp/errors.hpp"

namespace apsp::mpi {

MpiPanels::MpiPanels(MPI_Comm comm, std::vector<Range> steps, std::vector<int> roots,
                     std::size_t row_bytes, bool own_processor)
    : comm_(comm),
      own_processor_(own_processor),
      steps_(std::move(steps)),
      roots_(std::move(roots)) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Type_contiguous(static_cast<int>(row_bytes), MPI_BYTE, &row_);
    MPI_Type_commit(&row_);
    const Range largest = std::ranges::max(steps_, {}, &Range::size);
    for (Slot& slot : slots_) slot.memory = allocate_host(largest.size() * row_bytes);
}

MpiPanels::~MpiPanels() {
    MPI_Type_free(&row_);
}

void MpiPanels::set(Slot& slot, State state) {
    const std::lock_guard lock(mutex_);
    slot.state = state;
    changed_.notify_all();
}

template <class Condition>
void MpiPanels::wait(Condition&& condition) {
    std::unique_lock lock(mutex_);
    waiting_ = true;
    changed_.wait(lock, condition);
    waiting_ = false;
}

void* MpiPanels::outgoing(std::size_t step) {
    Slot& slot = slot_of(step);
    wait([&] { return slot.state == State::free; });
    set(slot, State::filling);
    return slot.memory.get();
}

void MpiPanels::send(std::size_t step) {
    Slot& slot = slot_of(step);
    slot.handed_over = {};
    set(slot, State::filled);
}

const void* MpiPanels::receive(std::size_t step) {
    Slot& slot = slot_of(step);
    wait([&] { return slot.state == State::arrived && slot.step == step; });
    return slot.memory.get();
}

void MpiPanels::release(std::size_t step) {
    set(slot_of(step), State::free);
}

/// Whether the step's broadcast could be posted.
bool MpiPanels::post(std::size_t step) {
    Slot& slot = slot_of(step);
    const State ready = roots_[step] == rank_ ? State::filled : State::free;
    {
        const std::lock_guard lock(mutex_);
        if (slot.state != ready) return false;
        slot.step = step;
        slot.state = State::posted;
    }
    MPI_Ibcast(slot.memory.get(), static_cast<int>(steps_[step].size()), row_, roots_[step], comm_,
               &slot.request);
    return true;
}

/// Whether the slot's broadcast has come to its end just now.
bool MpiPanels::test(Slot& slot) {
    if (slot.request == MPI_REQUEST_NULL) return false;
    int done = 0;
    MPI_Test(&slot.request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return false;
    const bool own = roots_[slot.step] == rank_;
    if (own) sending_ += slot.handed_over.seconds();
    set(slot, own ? State::free : State::arrived);
    return true;
}

void MpiPanels::carry() {
    // MPI moves data only while it is called, but calls in a loop would take the processor from
    // the thread that computes, where there is one for both: it comes first unless it waits.
    constexpr std::chrono::microseconds kRest{200};
    constexpr std::chrono::microseconds kShortRest{50};
    std::size_t posted = 0;
    std::size_t carried = 0;
    while (carried < steps_.size()) {
        bool moved = false;
        if (posted < steps_.size() && post(posted)) {
            ++posted;
            moved = true;
        }
        for (Slot& slot : slots_) {
            if (!test(slot)) continue;
            ++carried;
            moved = true;
        }
        if (moved) continue;
        bool waiting = false;
        {
            const std::lock_guard lock(mutex_);
            if (stopped_) return;
            waiting = waiting_;
        }
        if (own_processor_) {
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(waiting ? kShortRest : kRest);
        }
    }
}

void MpiPanels::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
}

}  // namespace apsp::mpi

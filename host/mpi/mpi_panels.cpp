// See mpi_panels.hpp.
#include "mpi/mpi_panels.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "apsp/errors.hpp"

namespace apsp::mpi {

MpiPanels::MpiPanels(MPI_Comm comm, std::vector<Range> steps, std::vector<int> roots,
                     std::size_t pivot_bytes, const Allocate& allocate)
    : comm_(comm), steps_(std::move(steps)), roots_(std::move(roots)) {
    MPI_Comm_rank(comm, &rank_);
    MPI_Type_contiguous(static_cast<int>(pivot_bytes), MPI_BYTE, &pivot_);
    MPI_Type_commit(&pivot_);
    const Range largest = std::ranges::max(steps_, {}, &Range::size);
    for (Slot& slot : slots_) slot.memory = allocate(largest.size() * pivot_bytes);
}

MpiPanels::~MpiPanels() {
    MPI_Type_free(&pivot_);
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
    MPI_Ibcast(slot.memory.get(), static_cast<int>(steps_[step].size()), pivot_, roots_[step],
               comm_, &slot.request);
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

void MpiPanels::begin(Range turns) {
    turns_ = turns;
    posted_ = carried_ = turns.first;
}

bool MpiPanels::advance() {
    bool moved = false;
    if (posted_ < turns_.last && post(posted_)) {
        ++posted_;
        moved = true;
    }
    for (Slot& slot : slots_) {
        if (!test(slot)) continue;
        ++carried_;
        moved = true;
    }
    return moved;
}

void carry(std::span<MpiPanels* const> panels, Range turns, bool own_processor) {
    // MPI moves data only while it is called, but calls in a loop would take the processor from
    // the thread that computes, where there is one for both: it comes first unless it waits.
    constexpr std::chrono::microseconds kRest{200};
    constexpr std::chrono::microseconds kShortRest{50};
    const auto any = [&](auto&& f) { return std::ranges::any_of(panels, f); };
    for (MpiPanels* const each : panels) each->begin(turns);
    while (any([](MpiPanels* each) { return !each->done(); })) {
        bool moved = false;
        for (MpiPanels* const each : panels) moved = each->advance() || moved;
        if (moved) continue;
        if (any([](MpiPanels* each) { return each->stopped(); })) return;
        if (own_processor) {
            std::this_thread::yield();
        } else {
            const bool wanted = any([](MpiPanels* each) { return each->wanted(); });
            std::this_thread::sleep_for(wanted ? kShortRest : kRest);
        }
    }
}

}  // namespace apsp::mpi

// See shared_panels.hpp.
#include "solve/shared_panels.hpp"

#include "apsp/errors.hpp"

namespace apsp {

SharedPanels::SharedPanels(std::size_t bytes, std::size_t receivers) : receivers_(receivers) {
    for (Slot& slot : slots_) slot.memory = allocate_host(bytes);
}

template <class Condition>
void SharedPanels::wait(std::unique_lock<std::mutex>& lock, Condition&& condition) {
    changed_.wait(lock, [&] { return failed_ || condition(); });
    if (failed_) throw Error(ErrorKind::internal, "another device failed");
}

void* SharedPanels::outgoing(std::size_t step) {
    Slot& slot = slots_[step % kSlots];
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return slot.receivers == 0; });
    slot.step = step;
    slot.sent = false;
    slot.receivers = receivers_;
    return slot.memory.get();
}

void SharedPanels::send(std::size_t step) {
    const std::lock_guard lock(mutex_);
    slots_[step % kSlots].sent = true;
    changed_.notify_all();
}

const void* SharedPanels::receive(std::size_t step) {
    const Slot& slot = slots_[step % kSlots];
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return slot.step == step && slot.sent; });
    return slot.memory.get();
}

void SharedPanels::release(std::size_t step) {
    const std::lock_guard lock(mutex_);
    --slots_[step % kSlots].receivers;
    changed_.notify_all();
}

void SharedPanels::fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
}

}  // namespace apsp

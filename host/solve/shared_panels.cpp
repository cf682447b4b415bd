// See shared_panels.hpp.
#include "solve/shared_panels.hpp"

#include "apsp/errors.hpp"
#include "base/host_memory.hpp"

namespace apsp {

SharedPanels::SharedPanels(std::size_t bytes, std::size_t receivers)
    : receivers_(receivers), slots_(1) {
    for (Slot& slot : slots_.front()) slot.memory = allocate_host(bytes);
}

SharedPanels::SharedPanels(std::size_t engines, std::vector<std::size_t> owners,
                           std::size_t receivers,
                           const std::function<std::shared_ptr<void>(std::size_t)>& allocate)
    : receivers_(receivers), owners_(std::move(owners)), slots_(engines) {
    for (std::size_t engine = 0; engine < engines; ++engine) {
        for (Slot& slot : slots_[engine]) slot.memory = allocate(engine);
    }
}

template <class Condition>
void SharedPanels::wait(std::unique_lock<std::mutex>& lock, Condition&& condition) {
    changed_.wait(lock, [&] { return failed_ || condition(); });
    if (failed_) throw Error(ErrorKind::internal, "another device failed");
}

void* SharedPanels::outgoing(std::size_t step) {
    Slot& slot = slot_of(step);
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return slot.receivers == 0; });
    slot.step = step;
    slot.bytes = 0;
    slot.receivers = receivers_;
    return slot.memory.get();
}

void SharedPanels::send(std::size_t step, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    slot_of(step).bytes = bytes;
    changed_.notify_all();
}

const void* SharedPanels::incoming(std::size_t step) {
    return slot_of(step).memory.get();
}

void SharedPanels::receive(std::size_t step, std::size_t bytes) {
    const Slot& slot = slot_of(step);
    std::unique_lock lock(mutex_);
    wait(lock, [&] { return slot.step == step && slot.bytes >= bytes; });
}

void SharedPanels::release(std::size_t step) {
    const std::lock_guard lock(mutex_);
    --slot_of(step).receivers;
    changed_.notify_all();
}

void SharedPanels::fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
}

}  // namespace apsp

// See shared_panels.hpp.
#include "solve/shared_panels.hpp"

namespace apsp {

SharedPanels::SharedPanels(std::size_t engines, std::vector<std::size_t> owners,
                           std::size_t receivers,
                           const std::function<std::shared_ptr<void>(std::size_t)>& allocate)
    : receivers_(receivers), owners_(std::move(owners)), slots_(engines) {
    for (std::size_t engine = 0; engine < engines; ++engine) {
        for (Slot& slot : slots_[engine]) slot.memory = allocate(engine);
    }
}

void* SharedPanels::outgoing(std::size_t step) {
    Slot& slot = slot_of(step);
    std::unique_lock lock(monitor_.mutex());
    monitor_.wait(lock, [&] { return slot.receivers == 0; });
    slot.step = step;
    slot.bytes = 0;
    slot.receivers = receivers_;
    return slot.memory.get();
}

void SharedPanels::send(std::size_t step, std::size_t bytes) {
    const std::lock_guard lock(monitor_.mutex());
    slot_of(step).bytes = bytes;
    monitor_.notify();
}

const void* SharedPanels::incoming(std::size_t step) {
    return slot_of(step).memory.get();
}

void SharedPanels::receive(std::size_t step, std::size_t bytes) {
    const Slot& slot = slot_of(step);
    std::unique_lock lock(monitor_.mutex());
    monitor_.wait(lock, [&] { return slot.step == step && slot.bytes >= bytes; });
}

void SharedPanels::release(std::size_t step) {
    const std::lock_guard lock(monitor_.mutex());
    --slot_of(step).receivers;
    monitor_.notify();
}

}  // namespace apsp

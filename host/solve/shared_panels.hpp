// Panels (see algorithms/shares.hpp) between the threads of one process: in the host's memory, or
// each engine's in its own, from where the others read them.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "algorithms/shares.hpp"
#include "base/host_memory.hpp"
#include "base/monitor.hpp"

namespace apsp {

class SharedPanels final : public Panels {
  public:
    /// Panels to be received by so many engines each, in memory that `allocate` gives for one of
    /// the engine that sends it: `owners[step]`, or where that is empty, the first for all.
    SharedPanels(std::size_t engines, std::vector<std::size_t> owners, std::size_t receivers,
                 const std::function<std::shared_ptr<void>(std::size_t)>& allocate);
    /// In the host's memory: panels of so many bytes at most.
    SharedPanels(std::size_t bytes, std::size_t receivers)
        : SharedPanels(1, {}, receivers, [&](std::size_t) { return allocate_host(bytes); }) {}

    void* outgoing(std::size_t step) override;
    void send(std::size_t step, std::size_t bytes) override;
    const void* incoming(std::size_t step) override;
    void receive(std::size_t step, std::size_t bytes) override;
    void release(std::size_t step) override;

    /// The memory of the panels that an engine sends.
    const void* of(std::size_t engine) const { return slots_[engine].front().memory.get(); }

    /// One of the engines has failed: the others' next call throws.
    void fail() { monitor_.fail(); }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Slot {
        std::shared_ptr<void> memory;
        std::size_t step = kNone;   // whose panel it holds, or will
        std::size_t bytes = 0;      // of it that are there
        std::size_t receivers = 0;  // that have not released it
    };

    Slot& slot_of(std::size_t step) {
        return slots_[owners_.empty() ? 0 : owners_[step]][step % kPanelSlots];
    }

    std::size_t receivers_;
    std::vector<std::size_t> owners_;
    std::vector<std::array<Slot, kPanelSlots>> slots_;  // of each engine, or of all
    Monitor monitor_;
};

}  // namespace apsp

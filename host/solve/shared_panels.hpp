// Panels (see algorithms/shares.hpp) between the threads of one process: in memory that all see.
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>

#include "algorithms/shares.hpp"
#include "base/host_memory.hpp"

namespace apsp {

class SharedPanels final : public Panels {
  public:
    /// Panels of so many bytes at most, each to be received by so many engines.
    SharedPanels(std::size_t bytes, std::size_t receivers);

    void* outgoing(std::size_t step) override;
    void send(std::size_t step) override;
    const void* receive(std::size_t step) override;
    void release(std::size_t step) override;

    /// One of the engines has failed: the others' next call throws.
    void fail();

  private:
    static constexpr std::size_t kSlots = 3;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Slot {
        HostMemory memory;
        std::size_t step = kNone;  // whose panel it holds, or will
        bool sent = false;
        std::size_t receivers = 0;  // that have not released it
    };

    template <class Condition>
    void wait(std::unique_lock<std::mutex>& lock, Condition&& condition);

    std::size_t receivers_;
    std::array<Slot, kSlots> slots_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool failed_ = false;
};

}  // namespace apsp

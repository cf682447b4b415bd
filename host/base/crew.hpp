// The threads of oneTBB that help one thread with its loops.
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <memory>

namespace apsp {

/// A helper that has finished with a loop stays for a moment (see spin), since a closure's next
/// loop begins within microseconds. Then it sleeps.
class Crew {
  public:
    using Member = void (*)(void* of, std::size_t place);

    explicit Crew(std::size_t threads);

    std::size_t threads() const { return threads_; }

    /// Calls member(of, 0) on this thread, and meanwhile member(of, place) on each of up to
    /// size - 1 helpers that come; none is waited for that has not come before member(of, 0)
    /// returns. Members must not throw.
    void run(std::size_t size, Member member, void* of);

    /// Wakes so many helpers for a loop that begins soon.
    void call(std::size_t helpers);
    /// Whether helpers have been called and have not gone to sleep.
    bool awake() const;

  private:
    class Loop;
    std::size_t threads_;
    std::shared_ptr<Loop> loop_;  // which helpers may look at when the crew has gone
    tbb::task_arena arena_;
};

}  // namespace apsp

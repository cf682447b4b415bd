// A mutex with a condition: threads that share state wait for changes of it, until one fails.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "apsp/errors.hpp"

namespace apsp {

class Monitor {
  public:
    std::mutex& mutex() { return mutex_; }

    /// Waits until the condition is true, which others make so under the mutex.
    /// @throws Error internal once one of them has failed
    template <class Condition>
    void wait(std::unique_lock<std::mutex>& lock, Condition&& condition) {
        // wait() itself needs the C++ library of GCC 12, which many systems of 2021 and 2022 lack.
        const auto over = [&] { return failed_ || condition(); };
        while (!changed_.wait_for(lock, std::chrono::hours(1), over)) continue;
        if (failed_) throw Error(ErrorKind::internal, "another device failed");
    }
    /// Has those that wait look again.
    void notify() { changed_.notify_all(); }
    /// Makes all that wait, now or later, throw.
    void fail() {
        const std::lock_guard lock(mutex_);
        failed_ = true;
        changed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool failed_ = false;
};

}  // namespace apsp

// An exception on its way out of a parallel loop or through calls that must all be made.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>

namespace apsp {

class CarriedException {
  public:
    /// Calls f() and returns whether it returned. The first exception of all calls is kept. Several
    /// threads may call this at once.
    template <class F>
    bool keep_from(F&& f) noexcept {
        try {
            f();
            return true;
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!exception_) exception_ = std::current_exception();
            kept_ = true;
            return false;
        }
    }
    explicit operator bool() const noexcept { return kept_; }
    /// Throws the kept exception, if there is one. No other thread may still be calling.
    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

  private:
    std::mutex mutex_;
    std::exception_ptr exception_;
    std::atomic<bool> kept_ = false;
};

}  // namespace apsp

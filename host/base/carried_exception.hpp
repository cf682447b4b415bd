// An exception on its way out of a parallel loop or through calls that must all be made.
#pragma once

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
            return false;
        }
    }
    explicit operator bool() const noexcept { return exception_ != nullptr; }
    /// Throws the kept exception, if there is one.
    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

  private:
    std::mutex mutex_;
    std::exception_ptr exception_;
};

}  // namespace apsp

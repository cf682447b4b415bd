// Passes on the progress of a long read or write, and checks for stops, but only every few MiB:
// readers may call it for each line, and the caller's function may be slow.
#pragma once

#include <cstddef>
#include <utility>

#include "apsp/io.hpp"
#include "base/stop.hpp"

namespace apsp {

class ProgressMeter {
  public:
    /// 0 .. `total` bytes of this part of the work are the shares `first` .. 1 of the whole.
    ProgressMeter(FileProgress callback, std::size_t total, double first = 0)
        : callback_(std::move(callback)), total_(total), first_(first) {}

    void at(std::size_t done) {
        if (done >= next_) report(done);
    }

  private:
    static constexpr std::size_t kStep = std::size_t{4} << 20;

    void report(std::size_t done) {
        next_ = done + kStep;
        check_stop();
        if (!callback_) return;
        const double share = static_cast<double>(done) / static_cast<double>(total_ ? total_ : 1);
        callback_(first_ + (1 - first_) * (share < 1 ? share : 1));
    }

    FileProgress callback_;
    std::size_t total_;
    double first_;
    std::size_t next_ = kStep;
};

}  // namespace apsp

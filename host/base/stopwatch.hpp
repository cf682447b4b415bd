// Seconds on the host's steady clock.
#pragma once

#include <chrono>

namespace apsp {

class Stopwatch {
  public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }
    /// Seconds since the start or the last lap.
    double lap() {
        const double elapsed = seconds();
        start_ = std::chrono::steady_clock::now();
        return elapsed;
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace apsp

// How many threads a graph is worth.
#pragma once

#include <omp.h>

#include <cstddef>

namespace apsp {

/// While it lives, this thread works alone where a graph is so small that waking others takes
/// longer: solving 100 vertices takes as long as waking them two or three times.
class ThreadsFor {
  public:
    explicit ThreadsFor(std::size_t vertices) : before_(omp_get_max_threads()) {
        constexpr std::size_t kAlone = 128;
        if (vertices <= kAlone) omp_set_num_threads(1);
    }
    ThreadsFor(const ThreadsFor&) = delete;
    ThreadsFor& operator=(const ThreadsFor&) = delete;
    ~ThreadsFor() { omp_set_num_threads(before_); }

  private:
    int before_;
};

}  // namespace apsp

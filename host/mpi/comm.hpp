// Ranks, and what they tell one another. MPI's C interface, whose errors end the job, by its rules.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace apsp::mpi {

/// Waits without taking the processor from ranks and threads that compute: there may be more of
/// them than processors, and MPI's own waiting is a loop that never rests.
void wait(MPI_Request& request);

class Comm {
  public:
    explicit Comm(MPI_Comm handle);

    MPI_Comm handle() const noexcept { return handle_; }
    int rank() const noexcept { return rank_; }
    int size() const noexcept { return size_; }
    bool first() const noexcept { return rank_ == 0; }

    /// Waits until all ranks are here.
    void meet() const;
    /// Every rank's value, by rank.
    template <class T>
    std::vector<T> gather(const T& value) const {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> all(static_cast<std::size_t>(size_));
        gather_bytes(&value, all.data(), sizeof value);
        return all;
    }
    /// Rank 0's text.
    std::string share(std::string text) const;
    /// The ranks that say so, in their order; MPI_COMM_NULL for the others.
    MPI_Comm split(bool in) const;

  private:
    void gather_bytes(const void* value, void* all, std::size_t bytes) const;

    MPI_Comm handle_;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace apsp::mpi

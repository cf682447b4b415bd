// Ranks and their messages, by MPI's C interface, whose errors end the job.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "apsp/matrix.hpp"

namespace apsp::mpi {

/// Waits without taking the processor from ranks and threads that compute: there may be more of
/// them than processors, and MPI itself waits in a loop that never rests.
void wait(MPI_Request& request);
/// The same for much data, which MPI moves only while it is called.
void wait_for_data(MPI_Request& request);

/// Whether this MPI takes addresses in a CUDA device's memory (GPU-aware, as far as it says so).
bool reads_cuda_memory();

/// A text that can be sent.
struct Text {
    char chars[256] = {};
    explicit Text(const std::string& text) { std::strncpy(chars, text.c_str(), sizeof chars - 1); }
    Text() = default;
};

class Comm {
  public:
    /// This rank alone, without messages.
    Comm() = default;
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
    /// Whether it is so on every rank.
    bool all(bool here) const;
    /// Of every rank's value, in their order.
    template <class T>
    T sum(const T& here) const {
        const std::vector<T> all = gather(here);
        return std::accumulate(all.begin(), all.end(), T{});
    }
    /// This rank's part of n things that are shared out equally.
    Range part(std::size_t n) const {
        const auto rank = static_cast<std::size_t>(rank_), ranks = static_cast<std::size_t>(size_);
        return {n * rank / ranks, n * (rank + 1) / ranks};
    }
    /// Sets it to rank 0's: a number, a text, or a vector of what can be copied by bytes.
    template <class T>
    void share(T& value) const {
        if constexpr (std::is_trivially_copyable_v<T>) {
            share_bytes(&value, sizeof value);
        } else {
            std::size_t size = value.size();
            share(size);
            value.resize(size);
            share_bytes(value.data(), size * sizeof *value.data());
        }
    }
    /// Gives every rank the whole of an array of items of so many bytes, of which rank r has those
    /// from bounds[r] to bounds[r + 1].
    void complete(void* data, const std::vector<std::size_t>& bounds, std::size_t bytes) const;
    /// The ranks of the same colour, in their order; for those of MPI_UNDEFINED each alone. MPI
    /// frees what it has for them with the last copy, as all of these ranks do at the same time.
    Comm split(int colour) const;
    /// The same of the ranks that are on this one's machine.
    Comm on_machine() const;

  private:
    void share_bytes(void* value, std::size_t bytes) const;
    void gather_bytes(const void* value, void* all, std::size_t bytes) const;

    static Comm owning(MPI_Comm handle);

    MPI_Comm handle_ = MPI_COMM_NULL;
    std::shared_ptr<MPI_Comm> owned_;  // frees it
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace apsp::mpi
